#!/bin/sh
# Makes assets/clip.mp4: one minute of an evening by the sea with a clock, played by the demo device
# so that the second in the picture is the second of the minute. H.264 constrained baseline without
# B frames, a keyframe every second, and Opus with a soft tick each second.
# Needs ffmpeg with libx264 and libopus, and the DejaVu fonts (Debian: ffmpeg fonts-dejavu-core).
set -eu
cd "$(dirname "$0")/.."
font=/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf
label=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf

# The still part of the scene, drawn once at full size: sky, sun, sea, hills and a small house.
sky="r='if(lt(Y,216),40+Y*0.80,18+(Y-216)*0.10)':g='if(lt(Y,216),58+Y*0.44,60+(Y-216)*0.14)':b='if(lt(Y,216),112+Y*0.10,104-(Y-216)*0.28)'"
sun="r='if(lt(hypot(X-470,Y-196),34)*lt(Y,216),255,r(X,Y))':g='if(lt(hypot(X-470,Y-196),34)*lt(Y,216),206,g(X,Y))':b='if(lt(hypot(X-470,Y-196),34)*lt(Y,216),132,b(X,Y))'"
hills="r='if(gt(Y,190-26*sin(X/64)-12*sin(X/23))*lt(Y,218)*lt(X,250),34,r(X,Y))':g='if(gt(Y,190-26*sin(X/64)-12*sin(X/23))*lt(Y,218)*lt(X,250),48,g(X,Y))':b='if(gt(Y,190-26*sin(X/64)-12*sin(X/23))*lt(Y,218)*lt(X,250),66,b(X,Y))'"

ffmpeg -hide_banner -loglevel error -y \
  -f lavfi -i "color=c=black:s=640x360:r=25:d=0.04,format=gbrp,geq=$sky,geq=$sun,geq=$hills,format=yuv420p,loop=loop=1500:size=1:start=0,setpts=N/25/TB" \
  -f lavfi -i "color=c=0xfff3d6:s=72x2:r=25:d=60" \
  -f lavfi -i "color=c=0xf4f7ff:s=46x14:r=25:d=60" \
  -f lavfi -i "color=c=0x7fd1ae:s=640x8:r=25:d=60" \
  -f lavfi -i "aevalsrc=0.10*sin(2*PI*1320*t)*exp(-55*mod(t\,1))+0.02*sin(2*PI*196*t)*(0.5+0.5*sin(2*PI*t/6)):s=48000:c=mono:d=60" \
  -filter_complex "\
    [0:v][1:v]overlay=x='440+10*sin(t*2)':y=236[a];\
    [a][1:v]overlay=x='426+14*sin(t*1.6+1)':y=252[b];\
    [b][1:v]overlay=x='446+18*sin(t*1.3+2)':y=272[c];\
    [c][2:v]overlay=x='mod(60+t*12,720)-60':y='62+4*sin(t)'[d];\
    [d]drawtext=fontfile=$label:text='Longwire':x=24:y=22:fontsize=20:fontcolor=white@0.85,\
    drawtext=fontfile=$font:text='%{eif\:floor(t)\:d\:2}.%{eif\:floor(mod(t+0.001,1)*10)\:d}':x=24:y=292:fontsize=44:fontcolor=white:shadowcolor=black@0.6:shadowx=2:shadowy=2[e];\
    [e][3:v]overlay=x='-640+640*t/60':y=352[v]" \
  -map '[v]' -map 4:a -t 60 \
  -c:v libx264 -profile:v baseline -level 3.1 -preset veryslow -crf 25 -maxrate 260k -bufsize 260k \
  -g 25 -keyint_min 25 -sc_threshold 0 -bf 0 -pix_fmt yuv420p -r 25 \
  -c:a libopus -b:a 24k -application audio -frame_duration 20 \
  -movflags +faststart -map_metadata -1 -fflags +bitexact assets/clip.mp4
