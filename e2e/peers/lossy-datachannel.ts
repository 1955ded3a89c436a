/** @module The library with a bad network: one of every twenty sent RTP packets is lost, retransmissions included. */
import * as library from 'node-datachannel';

export * from 'node-datachannel';

const LOST_EVERY = 20;

let sent = 0;

/** Makes a connection whose tracks lose packets. */
function lossyConnection(name: string, config: library.RtcConfig): library.PeerConnection {
  const connection = new library.PeerConnection(name, config);
  const addTrack = connection.addTrack.bind(connection);
  Object.defineProperty(connection, 'addTrack', {
    value: (media: library.Audio | library.Video) => lossyTrack(addTrack(media)),
  });
  return connection;
}

function lossyTrack(track: library.Track): library.Track {
  const send = track.sendMessageBinary.bind(track);
  const sendMost = (packet: Buffer): boolean => {
    const type = packet[1] ?? 0;
    if (type >= 192 && type <= 223) return send(packet);
    sent += 1;
    return sent % LOST_EVERY === 0 || send(packet);
  };
  return Object.defineProperty(track, 'sendMessageBinary', { value: sendMost });
}

/** A function whose result is an object can be called with `new`, which then returns that object. */
export { lossyConnection as PeerConnection };
