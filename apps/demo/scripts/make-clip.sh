#!/bin/sh
# Makes assets/clip.mp4: one minute of an evening by the sea with a clock, played by the demo device
# so that the second in the picture is the second of the minute. H.264 constrained baseline without
# B frames, a keyframe every second, and Opus with a soft tick each second.
# Needs ffmpeg with libx264 and libopus, and the DejaVu fonts (Debian: ffmpeg fonts-dejavu-core).
set -eu
cd "$(dirname "$0")/.."
mono=/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf
sans=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf

# Parts that are drawn once and then held: the scene, two clouds, and a boat.
hold='loop=loop=1500:size=1:start=0,setpts=N/25/TB'
sky="r='if(lt(Y,216),40+Y*0.80,18+(Y-216)*0.10)':g='if(lt(Y,216),58+Y*0.44,60+(Y-216)*0.14)':b='if(lt(Y,216),112+Y*0.10,104-(Y-216)*0.28)'"
glow="r='min(255,r(X,Y)+lt(Y,216)*90*exp(-hypot(X-470,Y-200)/70))':g='min(255,g(X,Y)+lt(Y,216)*60*exp(-hypot(X-470,Y-200)/70))':b='min(255,b(X,Y)+lt(Y,216)*20*exp(-hypot(X-470,Y-200)/70))'"
sun="r='if(lt(hypot(X-470,Y-200),32)*lt(Y,216),255,r(X,Y))':g='if(lt(hypot(X-470,Y-200),32)*lt(Y,216),214,g(X,Y))':b='if(lt(hypot(X-470,Y-200),32)*lt(Y,216),140,b(X,Y))'"
far="gt(Y,196-14*sin(X/90+1)-6*sin(X/31))*lt(Y,217)*lt(X,420)*gt(420-X,(217-Y)*2)"
near="gt(Y,190-26*sin(X/64)-12*sin(X/23))*lt(Y,219)*lt(X,250)"
hills="r='if($near,30,if($far,70,r(X,Y)))':g='if($near,44,if($far,76,g(X,Y)))':b='if($near,60,if($far,98,b(X,Y)))'"
puff="exp(-(pow((X-40)/26,2)+pow((Y-26)/11,2)))+exp(-(pow((X-66)/22,2)+pow((Y-18)/14,2)))+exp(-(pow((X-94)/24,2)+pow((Y-27)/10,2)))"
cloud="color=c=black:s=132x44:r=25:d=0.04,format=rgba,geq=r=255:g=226:b=214:a='200*max(0,min(1,$puff)-0.2)',$hold"
sail="lt(abs(X-20),(Y-2)*0.42)*lt(Y,28)*gt(X,20)+lt(20-X,(Y-8)*0.40)*lt(Y,28)*lt(X,18)*gt(X,4)"
hull="gt(Y,30)*lt(Y,38)*gt(X,(Y-30)*0.9)*lt(X,40-(Y-30)*0.9)"
boat="color=c=black:s=40x40:r=25:d=0.04,format=rgba,geq=r='if($hull,96,250)':g='if($hull,52,246)':b='if($hull,40,236)':a='255*min(1,$sail+$hull)',$hold"

ffmpeg -hide_banner -loglevel error -y \
  -f lavfi -i "color=c=black:s=640x360:r=25:d=0.04,format=gbrp,geq=$sky,geq=$glow,geq=$sun,geq=$hills,format=yuv420p,$hold" \
  -f lavfi -i "color=c=0xffe2b8:s=72x2:r=25:d=60" \
  -f lavfi -i "$cloud" \
  -f lavfi -i "$boat" \
  -f lavfi -i "color=c=0x7fd1ae:s=640x8:r=25:d=60" \
  -f lavfi -i "aevalsrc=0.10*sin(2*PI*1320*t)*exp(-55*mod(t\,1))+0.02*sin(2*PI*196*t)*(0.5+0.5*sin(2*PI*t/6)):s=48000:c=mono:d=60" \
  -filter_complex "\
    [1:v]split=3[w1][w2][w3];[2:v]split[c1][c2];\
    [0:v][w1]overlay=x='440+10*sin(t*2)':y=232[a];\
    [a][w2]overlay=x='426+14*sin(t*1.6+1)':y=248[b];\
    [b][w3]overlay=x='446+18*sin(t*1.3+2)':y=268[c];\
    [c][c1]overlay=x='mod(40+t*12,772)-132':y=54[d];\
    [d][c2]overlay=x='mod(420+t*24,772)-132':y=20[e];\
    [e][3:v]overlay=x='680-t*12.2':y='228+2*sin(t*2.2)'[f];\
    [f]drawtext=fontfile=$sans:text='Longwire':x=24:y=22:fontsize=20:fontcolor=white@0.85,\
    drawtext=fontfile=$mono:text='%{eif\:floor(t+0.001)\:d\:2}.%{eif\:floor(mod(t+0.001,1)*10)\:d}':x=24:y=292:fontsize=44:fontcolor=white:shadowcolor=black@0.6:shadowx=2:shadowy=2[g];\
    [g][4:v]overlay=x='-640+640*t/60':y=352[v]" \
  -map '[v]' -map 5:a -t 60 \
  -c:v libx264 -profile:v baseline -level 3.1 -preset veryslow -crf 23 -maxrate 280k -bufsize 280k \
  -g 25 -keyint_min 25 -sc_threshold 0 -bf 0 -pix_fmt yuv420p -r 25 \
  -c:a libopus -b:a 24k -application audio -frame_duration 20 \
  -movflags +faststart -map_metadata -1 -fflags +bitexact assets/clip.mp4
