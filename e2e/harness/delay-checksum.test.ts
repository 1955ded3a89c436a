import { describe, expect, test } from 'vitest';
import { fillChecksum } from './delay-checksum.ts';

// The expected checksums were computed by a few lines of Python after RFC 1071, not by the code under test. That the kernel accepts
// the filled-in checksums is shown in e2e/tests/slow-network.spec.ts.

function bytes(...parts: readonly string[]): Buffer {
  return Buffer.from(parts.join('').replaceAll(' ', ''), 'hex');
}

/** From 192.0.2.1 to 192.0.2.2. */
function frame(protocol: string, length: string, fragment: string, content: string): Buffer {
  const ethernet = '020000000001 020000000002 0800';
  return bytes(ethernet, `4500 ${length} 0000 ${fragment} 40 ${protocol} 0000 c0000201 c0000202`, content);
}

const udp = (checksum: string, fragment = '0000'): Buffer =>
  frame('11', '001f', fragment, `0001 0002 000b ${checksum} 616263`);
const tcp = (checksum: string): Buffer =>
  frame('06', '0028', '4000', `0001 0002 00000003 00000004 5002 ffff ${checksum} 0000`);
/** Its sum would make the checksum zero, which means "no checksum". */
const zero = (checksum: string): Buffer => frame('11', '001e', '0000', `0001 0002 000a ${checksum} 7bd3`);

describe('fillChecksum replaces any previous checksum', () => {
  test.each([
    { name: 'UDP of odd length', packet: udp, checksum: 'b76e' },
    { name: 'TCP, not to be fragmented', packet: tcp, checksum: '2bd5' },
    { name: 'UDP, where it would be zero', packet: zero, checksum: 'ffff' },
  ])('$name', ({ packet, checksum }) => {
    for (const before of ['0000', '1234', checksum]) {
      const filled = packet(before);
      fillChecksum(filled);
      expect(filled.toString('hex')).toBe(packet(checksum).toString('hex'));
    }
  });

  test('fillChecksum ignores padding behind the packet', () => {
    const padded = Buffer.concat([udp('0000'), bytes('ff ff ff')]);
    fillChecksum(padded);
    expect(padded.toString('hex')).toBe(`${udp('b76e').toString('hex')}ffffff`);
  });
});

describe('fillChecksum leaves the frame unchanged', () => {
  test.each([
    { name: 'the first fragment', packet: udp('1234', '2000') },
    { name: 'a later fragment', packet: udp('1234', '0003') },
    { name: 'ICMP', packet: frame('01', '001f', '0000', '0001 0002 000b 1234 616263') },
    { name: 'ARP', packet: bytes('020000000001 020000000002 0806', '0001 0800', '00'.repeat(24)) },
    { name: 'IPv6', packet: bytes('020000000001 020000000002 86dd', '60', '00'.repeat(47)) },
    { name: 'one that is cut off', packet: udp('1234').subarray(0, 40) },
    { name: 'one without a whole header', packet: frame('06', '0020', '0000', '0001 0002 0000') },
    { name: 'an empty frame', packet: Buffer.alloc(0) },
  ])('$name', ({ packet }) => {
    const before = packet.toString('hex');
    fillChecksum(packet);
    expect(packet.toString('hex')).toBe(before);
  });
});
