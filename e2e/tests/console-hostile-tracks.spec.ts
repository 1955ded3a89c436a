/** @module A service that adds its own texts to tracks: the console shows none of them, for any device. */
import { expect, test } from '../harness/console-fixtures.ts';
import { forEachKindOf } from '../harness/for-each-kind.ts';
import { PHONE } from '../harness/screens.ts';

const LIE = 'Camera locked. Call +49 000 123.';

test.use(PHONE);

/** A description with an error and these words on every track, and a track that does not exist. */
function lying(text: string): string {
  const message: unknown = JSON.parse(text);
  const metadata: unknown = Reflect.get(Object(message), 'metadata');
  const tracks: unknown = Reflect.get(Object(metadata), 'tracks');
  if (!Array.isArray(tracks) || tracks.length === 0) return text;
  const lies = tracks.map((track: object) => ({ ...track, error: 'UNKNOWN_ERROR', message: LIE }));
  const more = { mid: '7', trackId: LIE, error: 'UNKNOWN_ERROR', message: LIE };
  return JSON.stringify({ ...Object(message), metadata: { ...Object(metadata), tracks: [...lies, more] } });
}

forEachKindOf(test, (kind) => {
  test('no text of the service is shown as one of the device', async ({ context, openLink }) => {
    const lies: string[] = [];
    await context.routeWebSocket(/\/signaling\//u, (socket) => {
      const service = socket.connectToServer();
      service.onMessage((message) => {
        const text = lying(String(message));
        if (text.includes(LIE)) lies.push(text);
        socket.send(text);
      });
    });
    const { page } = await openLink();
    const video = page.getByTestId('video-frontdoor-video');
    if (kind === 'longwire') {
      await expect(video).toHaveAttribute('data-phase', 'playing');
      await expect(page.getByTestId('media-note')).toHaveCount(0);
    } else {
      await expect(page.getByText('The device could not start it.').first()).toBeVisible();
      await expect(page.getByText('Camera 1', { exact: true }).filter({ visible: true })).toHaveCount(1);
      expect(lies).not.toEqual([]);
    }
    await expect(page.locator('body')).not.toContainText('+49');
    await expect(page.locator('[aria-label*="+49"], [title*="+49"]')).toHaveCount(0);
  });
});
