/** @module The camera of the example device: a drawn front door at night and a chime. */

const [WIDTH, HEIGHT] = [640, 360];
const FRAME_MS = 100;

/** Creates video and audio tracks if the browser can; stops the previous track of the same kind. */
export class Camera {
  readonly #isLightOn: () => boolean;
  #stopFilm: (() => void) | undefined;
  #stopSound: (() => void) | undefined;

  constructor(isLightOn: () => boolean) {
    this.#isLightOn = isLightOn;
  }

  /** Creates an animated video track. */
  film(): MediaStreamTrack | undefined {
    this.#stopFilm?.();
    this.#stopFilm = undefined;
    const canvas = document.createElement('canvas');
    if (typeof canvas.captureStream !== 'function') return undefined;
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    const context = canvas.getContext('2d');
    if (context === null) return undefined;
    const look = (): void => drawDoor(context, this.#isLightOn());
    look();
    const timer = setInterval(look, FRAME_MS);
    const [track] = canvas.captureStream().getVideoTracks();
    this.#stopFilm = () => {
      clearInterval(timer);
      track?.stop();
    };
    return track;
  }

  /** Creates an audio track with a chime once a second; silent until a click, as browsers require. */
  listen(): MediaStreamTrack | undefined {
    this.#stopSound?.();
    this.#stopSound = undefined;
    if (typeof AudioContext === 'undefined') return undefined;
    const context = new AudioContext();
    const [chime, volume, out] = [
      context.createOscillator(),
      context.createGain(),
      context.createMediaStreamDestination(),
    ];
    chime.frequency.value = 660;
    volume.gain.value = 0;
    chime.connect(volume).connect(out);
    chime.start();
    const timer = setInterval(() => {
      volume.gain.setValueAtTime(0.15, context.currentTime);
      volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.8);
    }, 1000);
    const wake = (): void => void context.resume();
    document.addEventListener('click', wake);
    this.#stopSound = () => {
      document.removeEventListener('click', wake);
      clearInterval(timer);
      void context.close();
    };
    return out.stream.getAudioTracks()[0];
  }

  /** Stops both tracks. */
  stop(): void {
    this.#stopFilm?.();
    this.#stopSound?.();
    [this.#stopFilm, this.#stopSound] = [undefined, undefined];
  }
}

/** A house front with a door, a lamp that is on or off, a moon that goes round, and the time. */
function drawDoor(context: CanvasRenderingContext2D, isLightOn: boolean): void {
  const now = new Date();
  const turn = ((now.getTime() % 20_000) / 20_000) * Math.PI;
  fill(context, '#101c2c', [0, 0, WIDTH, HEIGHT]);
  disc(context, '#e8ecd8', { x: 40 + (560 * turn) / Math.PI, y: 120 - 80 * Math.sin(turn), radius: 18 });
  fill(context, '#2b3a4a', [120, 110, 400, 210]);
  fill(context, isLightOn ? '#ffd98a' : '#182430', [170, 160, 90, 80]);
  fill(context, '#6b3f2a', [340, 170, 100, 150]);
  disc(context, isLightOn ? '#ffe9a8' : '#46535f', { x: 390, y: 145, radius: 12 });
  disc(context, '#d9b36c', { x: 425, y: 250, radius: 5 });
  fill(context, '#1b2a20', [0, 320, WIDTH, 40]);
  context.fillStyle = '#ffffff';
  context.font = '16px monospace';
  context.fillText(now.toISOString().slice(11, 21), 16, 28);
}

function fill(
  context: CanvasRenderingContext2D,
  colour: string,
  [x, y, width, height]: readonly [number, number, number, number],
): void {
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

function disc(
  context: CanvasRenderingContext2D,
  colour: string,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
