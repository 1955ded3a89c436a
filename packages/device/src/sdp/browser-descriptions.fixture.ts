/** @module For tests: descriptions recorded from Chromium 156, without some codecs and header extensions. */

/** Data channels alone, with candidates. */
export const CHROMIUM_DATA_OFFER: string = sdp(`
v=0
o=- 1920542123034482750 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=msid-semantic: WMS
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:2377843528 1 udp 2113937151 192.0.2.7 53596 typ host generation 0 network-cost 999
a=candidate:1188938408 1 udp 2113942271 192.0.2.7 38342 typ host generation 0 network-cost 999
a=ice-ufrag:fn3l
a=ice-pwd:Ub5GM1ZB+iUfwIWbk730qmKa
a=ice-options:trickle
a=fingerprint:sha-256 20:EA:C2:EB:AB:F3:60:42:0E:34:81:6E:3B:F5:05:66:4E:93:26:93:42:67:68:0F:75:08:8A:9A:17:FE:68:26
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
`);

/** Audio and video to receive, then data channels. */
export const CHROMIUM_MAX_BUNDLE_OFFER: string = sdp(`
v=0
o=- 1092927504993643079 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1 2
a=msid-semantic: WMS
m=audio 9 UDP/TLS/RTP/SAVPF 111 0
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=ice-ufrag:SLvl
a=ice-pwd:8aPKFEo15YE2Gi6KGnS7ulQn
a=ice-options:trickle
a=fingerprint:sha-256 EF:1D:16:D9:15:07:16:9C:65:9B:38:C6:E0:0E:8B:45:85:63:28:1C:00:55:40:BB:11:59:7B:14:2E:2C:1F:59
a=setup:actpass
a=mid:0
a=recvonly
a=rtcp-mux
a=rtcp-rsize
a=rtcp-xr:rcvr-rtt=all
a=rtpmap:111 opus/48000/2
a=rtcp-fb:111 transport-cc
a=fmtp:111 minptime=10;useinbandfec=1
a=rtpmap:0 PCMU/8000
m=video 9 UDP/TLS/RTP/SAVPF 96 97 102
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=ice-ufrag:SLvl
a=ice-pwd:8aPKFEo15YE2Gi6KGnS7ulQn
a=ice-options:trickle
a=fingerprint:sha-256 EF:1D:16:D9:15:07:16:9C:65:9B:38:C6:E0:0E:8B:45:85:63:28:1C:00:55:40:BB:11:59:7B:14:2E:2C:1F:59
a=setup:actpass
a=mid:1
a=recvonly
a=rtcp-mux
a=rtcp-rsize
a=rtcp-xr:rcvr-rtt=all
a=rtpmap:96 VP8/90000
a=rtcp-fb:96 goog-remb
a=rtcp-fb:96 transport-cc
a=rtcp-fb:96 ccm fir
a=rtcp-fb:96 nack
a=rtcp-fb:96 nack pli
a=rtpmap:97 rtx/90000
a=fmtp:97 apt=96
a=rtpmap:102 H264/90000
a=rtcp-fb:102 goog-remb
a=rtcp-fb:102 transport-cc
a=rtcp-fb:102 ccm fir
a=rtcp-fb:102 nack
a=rtcp-fb:102 nack pli
a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=ice-ufrag:SLvl
a=ice-pwd:8aPKFEo15YE2Gi6KGnS7ulQn
a=ice-options:trickle
a=fingerprint:sha-256 EF:1D:16:D9:15:07:16:9C:65:9B:38:C6:E0:0E:8B:45:85:63:28:1C:00:55:40:BB:11:59:7B:14:2E:2C:1F:59
a=setup:actpass
a=mid:2
a=sctp-port:5000
a=max-message-size:262144
`);

/** The same with a microphone. */
export const CHROMIUM_MICROPHONE_OFFER: string = sdp(`
v=0
o=- 2827657852087274321 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1 2
a=msid-semantic: WMS 821762d2-88cf-4982-9f69-eee09798d565
m=audio 9 UDP/TLS/RTP/SAVPF 111 0
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=ice-ufrag:CDlf
a=ice-pwd:+eT+aje1jnihzGidU33NrqTX
a=ice-options:trickle
a=fingerprint:sha-256 AA:C8:FE:FB:1B:00:64:E7:CD:A8:5F:4B:AF:F9:77:54:93:34:FC:2E:80:43:92:A5:0A:0E:87:36:7E:39:B8:D4
a=setup:actpass
a=mid:0
a=sendrecv
a=msid:821762d2-88cf-4982-9f69-eee09798d565 a7863d36-002f-4882-9f99-517fcee8e593
a=rtcp-mux
a=rtcp-rsize
a=rtcp-xr:rcvr-rtt=all
a=rtpmap:111 opus/48000/2
a=rtcp-fb:111 transport-cc
a=fmtp:111 minptime=10;useinbandfec=1
a=rtpmap:0 PCMU/8000
a=ssrc:1276837854 cname:yTL/K3mxn/y+npGP
a=ssrc:1276837854 msid:821762d2-88cf-4982-9f69-eee09798d565 a7863d36-002f-4882-9f99-517fcee8e593
m=video 9 UDP/TLS/RTP/SAVPF 96 97 102
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=ice-ufrag:CDlf
a=ice-pwd:+eT+aje1jnihzGidU33NrqTX
a=ice-options:trickle
a=fingerprint:sha-256 AA:C8:FE:FB:1B:00:64:E7:CD:A8:5F:4B:AF:F9:77:54:93:34:FC:2E:80:43:92:A5:0A:0E:87:36:7E:39:B8:D4
a=setup:actpass
a=mid:1
a=recvonly
a=rtcp-mux
a=rtcp-rsize
a=rtcp-xr:rcvr-rtt=all
a=rtpmap:96 VP8/90000
a=rtcp-fb:96 goog-remb
a=rtcp-fb:96 transport-cc
a=rtcp-fb:96 ccm fir
a=rtcp-fb:96 nack
a=rtcp-fb:96 nack pli
a=rtpmap:97 rtx/90000
a=fmtp:97 apt=96
a=rtpmap:102 H264/90000
a=rtcp-fb:102 goog-remb
a=rtcp-fb:102 transport-cc
a=rtcp-fb:102 ccm fir
a=rtcp-fb:102 nack
a=rtcp-fb:102 nack pli
a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=ice-ufrag:CDlf
a=ice-pwd:+eT+aje1jnihzGidU33NrqTX
a=ice-options:trickle
a=fingerprint:sha-256 AA:C8:FE:FB:1B:00:64:E7:CD:A8:5F:4B:AF:F9:77:54:93:34:FC:2E:80:43:92:A5:0A:0E:87:36:7E:39:B8:D4
a=setup:actpass
a=mid:2
a=sctp-port:5000
a=max-message-size:262144
`);

/** The next offer of the same browser, after the microphone's line was stopped. */
export const CHROMIUM_STOPPED_OFFER: string = sdp(`
v=0
o=- 2827657852087274321 3 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 1 2
a=msid-semantic: WMS
m=audio 0 UDP/TLS/RTP/SAVPF 111 0
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=candidate:3731413307 1 udp 2113937151 192.0.2.7 59875 typ host generation 0 network-cost 999
a=candidate:3642406283 1 udp 2113942271 192.0.2.7 44567 typ host generation 0 network-cost 999
a=ice-ufrag:CDlf
a=ice-pwd:+eT+aje1jnihzGidU33NrqTX
a=ice-options:trickle
a=fingerprint:sha-256 AA:C8:FE:FB:1B:00:64:E7:CD:A8:5F:4B:AF:F9:77:54:93:34:FC:2E:80:43:92:A5:0A:0E:87:36:7E:39:B8:D4
a=setup:actpass
a=mid:0
a=inactive
a=rtcp-mux
a=rtcp-rsize
a=rtcp-xr:rcvr-rtt=all
a=rtpmap:111 opus/48000/2
a=rtcp-fb:111 transport-cc
a=fmtp:111 minptime=10;useinbandfec=1
a=rtpmap:0 PCMU/8000
m=video 9 UDP/TLS/RTP/SAVPF 96 97 102
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=candidate:3731413307 1 udp 2113937151 192.0.2.7 41282 typ host generation 0 network-cost 999
a=candidate:3642406283 1 udp 2113942271 192.0.2.7 58938 typ host generation 0 network-cost 999
a=ice-ufrag:CDlf
a=ice-pwd:+eT+aje1jnihzGidU33NrqTX
a=ice-options:trickle
a=fingerprint:sha-256 AA:C8:FE:FB:1B:00:64:E7:CD:A8:5F:4B:AF:F9:77:54:93:34:FC:2E:80:43:92:A5:0A:0E:87:36:7E:39:B8:D4
a=setup:actpass
a=mid:1
a=recvonly
a=rtcp-mux
a=rtcp-rsize
a=rtcp-xr:rcvr-rtt=all
a=rtpmap:96 VP8/90000
a=rtcp-fb:96 goog-remb
a=rtcp-fb:96 transport-cc
a=rtcp-fb:96 ccm fir
a=rtcp-fb:96 nack
a=rtcp-fb:96 nack pli
a=rtpmap:97 rtx/90000
a=fmtp:97 apt=96
a=rtpmap:102 H264/90000
a=rtcp-fb:102 goog-remb
a=rtcp-fb:102 transport-cc
a=rtcp-fb:102 ccm fir
a=rtcp-fb:102 nack
a=rtcp-fb:102 nack pli
a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:3731413307 1 udp 2113937151 192.0.2.7 55616 typ host generation 0 network-cost 999
a=candidate:3642406283 1 udp 2113942271 192.0.2.7 45348 typ host generation 0 network-cost 999
a=ice-ufrag:CDlf
a=ice-pwd:+eT+aje1jnihzGidU33NrqTX
a=ice-options:trickle
a=fingerprint:sha-256 AA:C8:FE:FB:1B:00:64:E7:CD:A8:5F:4B:AF:F9:77:54:93:34:FC:2E:80:43:92:A5:0A:0E:87:36:7E:39:B8:D4
a=setup:actpass
a=mid:2
a=sctp-port:5000
a=max-message-size:262144
`);

/** In Firefox's style: common attributes at session level, and bundle-only lines with port 0. */
export const FIREFOX_OFFER: string = sdp(`
v=0
o=mozilla...THIS_IS_SDPARTA-99.0 3424215083 0 IN IP4 0.0.0.0
s=-
t=0 0
a=sendrecv
a=fingerprint:sha-256 20:EA:C2:EB:AB:F3:60:42:0E:34:81:6E:3B:F5:05:66:4E:93:26:93:42:67:68:0F:75:08:8A:9A:17:FE:68:26
a=group:BUNDLE 0 1
a=ice-options:trickle
a=msid-semantic:WMS *
m=application 50000 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 192.0.2.8
a=candidate:0 1 UDP 2122252543 192.0.2.8 50000 typ host
a=sendrecv
a=end-of-candidates
a=ice-pwd:0123456789abcdef0123456789abcdef
a=ice-ufrag:0a1b2c3d
a=mid:0
a=setup:actpass
a=sctp-port:5000
a=max-message-size:1073741823
m=video 0 UDP/TLS/RTP/SAVPF 120
c=IN IP4 0.0.0.0
a=bundle-only
a=recvonly
a=ice-pwd:0123456789abcdef0123456789abcdef
a=ice-ufrag:0a1b2c3d
a=mid:1
a=rtcp-fb:120 nack pli
a=rtcp-mux
a=rtpmap:120 VP8/90000
a=setup:actpass
`);

/** With the line ends of the wire format. */
function sdp(text: string): string {
  return text.trimStart().replaceAll('\n', '\r\n');
}
