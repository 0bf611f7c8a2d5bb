// Network numbers of VSB records, from the public header VSBFlags.h of intrepidcs/ICS_VSBIO.
const names: readonly (readonly [number, string])[] = [
  [0, 'neoVI'], [1, 'HS CAN'], [2, 'MS CAN'], [3, 'SW CAN'], [4, 'LSFT CAN'], [5, 'Ford SCP'], [6, 'J1708'], [7, 'AUX'],
  [8, 'J1850 VPW'], [9, 'ISO'], [10, 'ISO PIC'], [11, 'MAIN51'], [12, 'RED'], [13, 'SCI'], [14, 'ISO2'], [15, 'ISO14230'],
  [16, 'LIN'], [17, 'OP Ethernet 1'], [18, 'OP Ethernet 2'], [19, 'OP Ethernet 3'], [41, 'ISO3'], [42, 'HS CAN 2'],
  [44, 'HS CAN 3'], [45, 'OP Ethernet 4'], [46, 'OP Ethernet 5'], [47, 'ISO4'], [48, 'LIN 2'], [49, 'LIN 3'], [50, 'LIN 4'],
  [51, 'MOST'], [52, 'RED app error'], [53, 'CGI'], [61, 'HS CAN 4'], [62, 'HS CAN 5'], [63, 'RS232'], [64, 'UART'],
  [65, 'UART 2'], [66, 'UART 3'], [67, 'UART 4'], [68, 'SW CAN 2'], [69, 'Ethernet DAQ'], [70, 'Data to host'], [71, 'I2C 1'],
  [72, 'SPI 1'], [73, 'OP Ethernet 6'], [74, 'RED VBAT'], [75, 'OP Ethernet 7'], [76, 'OP Ethernet 8'], [77, 'OP Ethernet 9'],
  [78, 'OP Ethernet 10'], [79, 'OP Ethernet 11'], [80, 'FlexRay 1A'], [81, 'FlexRay 1B'], [82, 'FlexRay 2A'],
  [83, 'FlexRay 2B'], [84, 'LIN 5'], [85, 'FlexRay'], [86, 'FlexRay 2'], [87, 'OP Ethernet 12'], [90, 'MOST25'], [91, 'MOST50'],
  [92, 'MOST150'], [93, 'Ethernet'], [94, 'GMFSA'], [95, 'TCP'], [96, 'HS CAN 6'], [97, 'HS CAN 7'], [98, 'LIN 6'],
  [99, 'LSFT CAN 2'], [512, 'Latency test'], [513, 'Device status'], [520, 'Ethernet 2'],
];
const nameOf = new Map(names);

/** The maker's name of a network number, if it has one. */
export function networkName(network: number): string | undefined {
  return nameOf.get(network);
}
