/** Small text logs with what each format has; the key names format and kind. */
export const fuzzTexts: Readonly<Record<string, string>> = {
  'asc: events':
    'date Sam Sep 30 15:06:13.191 2017\nbase hex  timestamps relative\nBegin Triggerblock Sam Sep 30 15:06:13.191 2017\n   0.000000 Start of measurement\n' +
    '   1.0 1  Statistic: D 0 R 0\n 2.5 1 ErrorFrame\n 2.5 2 200 Tx r 8 Length = 1 BitCount = 1 ID = 8x\n 0.07 Li 2d Tx 8 00 f0 f0 ff ff ff ff ff checksum = 70\n' +
    ' 0.4 Li 33 CSErr Tx 2 05 00 checksum = 86\n 1.0 CANFD 1 Tx ErrorFrame x\n 1.0 CANFD 1 101 Tx 1 0 d 2 2 F1 F1\nEnd TriggerBlock\n',
  'trc: 2.0': `;$FILEVERSION=2.0\n;$STARTTIME=42209.4\n;$COLUMNS=N,O,T,I,d,l,D\n${'1 1059.9 FD 0300 Rx 12 00 00 00 00 04 00 00 01 02 03 04 05\n6 1334.5 ER Rx 04 00 02 00 00\n7 1.5 ST Rx 0\n'.repeat(30)}`,
  'trc: 1.0':
    ';##########\n;    Start time: 18.12.2021 14:28:07.062\n;    +-current number in actual sample\n' +
    '1) 17535 00000100 8 00 00 00 00 00 00 00 00\n2) 17540 FFFFFFFF 4 00 00 00 08 -- BUSHEAVY\n3) 1 0008 4 ERROR 00 19\n4) 48937 0704 1 RTR\n'.repeat(
      20,
    ),
  'candump: all forms':
    '(1436509052.249713) vcan0 044#2A366C2BBA\n(1.5) can1 12345678#R8 T\n(1436509053.2) can1 123##31122\n (2020-02-14 08:57:08.1)  can0  123   [2]  11 22\n'.repeat(
      20,
    ),
  'gvret: rows': `Time Stamp,ID,Extended,Dir,Bus,LEN,D1,D2,D3\n${'166064123,0000021A,false,Rx,0,2,FE,36,\n'.repeat(40)}`,
  'css-csv: rows': `TimestampEpoch;BusChannel;ID;IDE;DLC;DataLength;Dir;EDL;BRS;DataBytes\n${'1581670628.161550;1;123;0;2;2;0;0;0;1234\n'.repeat(40)}`,
  'busmaster: relative': `***BUSMASTER Ver 3.2.2***\n***PROTOCOL CAN***\n***START DATE AND TIME 2:1:1970 23:59:00:500***\n***DEC***\n***RELATIVE MODE***\n${'0:0:1:20 Rx 1 23 s 1 40\n'.repeat(40)}`,
  'microchip: rows': `//-----\nMicrochip Technology Inc.\nCAN BUS Analyzer\nLogging Started: 1/1/1970 0:0:1\n//---\n${'1247;RX;0xC2;2;0x5C;0x87\n'.repeat(40)}`,
}
