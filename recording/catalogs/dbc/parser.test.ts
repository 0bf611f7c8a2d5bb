import { describe, expect, it } from 'vitest'
import type { Catalog, Message, Signal } from '../catalog.ts'
import { writeDbc } from '../dbc-writer.ts'
import { demoCatalog } from '../demo.ts'
import { parseDbc } from './parser.ts'

function parse(text: string): Catalog {
  return parseDbc(new TextEncoder().encode(text), 'test.dbc')
}

function first(text: string): Message {
  const message = parse(`VERSION ""\n${text}`).messages[0]
  if (!message) throw new Error('no message')
  return message
}

function signals(text: string): Signal[] {
  return [...first(text).signals]
}

const plain = '(1,0) [0|0] "" X'

describe('a DBC file', () => {
  it('gives back the demo catalog that was written', () => {
    const { messages, notes } = parse(writeDbc(demoCatalog))
    expect(notes).toEqual([])
    expect(messages).toEqual(
      demoCatalog.messages.map((message) => ({
        ...message,
        sender: 'Logger',
        attributes: { GenMsgCycleTime: message.cycleMs },
        signals: message.signals.map((signal) => ({
          ...signal,
          minimum: Number(signal.minimum.toPrecision(12)),
          maximum: Number(signal.maximum.toPrecision(12)),
        })),
      })),
    )
  })

  it('describes a signal', () => {
    expect(signals('BO_ 100 A: 8 Ecu\n SG_ S : 7|16@0- (0.01,-40) [-1.5e1|6E+2] "km/h" Dash,Logger\n')).toEqual([
      {
        name: 'S',
        startBit: 7,
        bitCount: 16,
        byteOrder: 'big',
        signed: true,
        factor: 0.01,
        offset: -40,
        minimum: -15,
        maximum: 600,
        unit: 'km/h',
      },
    ])
  })

  it('hands comments, names, types and attributes to their owners, wherever they stand', () => {
    const catalog = parse(`
CM_ SG_ 100 S "over
two lines; and \\"quotes\\"";
BU_: Ecu
VAL_TABLE_ OffOn 0 "Off" 1 "On" ;
BO_ 100 A: 8 Ecu
 SG_ S : 0|8@1+ ${plain}
 SG_ T : 8|8@1- ${plain}
 SG_ F : 32|32@1- ${plain}
CM_ "the whole";
CM_ BU_ Ecu "nobody asks";
CM_ BO_ 100 "of A";
BA_DEF_ BO_ "GenMsgCycleTime" INT 0 65535;
BA_DEF_ SG_ "Kind" ENUM "none","some";
BA_DEF_ BU_ "SystemNodeLongSymbol" STRING ;
BA_DEF_DEF_ "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 100 20;
BA_ "Kind" SG_ 100 S 1;
BA_ "SystemNodeLongSymbol" BU_ Ecu "The_Engine_Control_Unit";
VAL_ 100 S OffOn ;
VAL_ 100 T -1 "error" 0 "fine" ;
VAL_ Environment 0 "x" ;
SIG_VALTYPE_ 100 F 1;`)
    expect(catalog.notes).toEqual([])
    expect(catalog.comment).toBe('the whole')
    expect(catalog.messages).toMatchObject([
      { comment: 'of A', cycleMs: 20, sender: 'The_Engine_Control_Unit', attributes: { GenMsgCycleTime: 20 } },
    ])
    expect(catalog.messages[0]?.signals).toMatchObject([
      {
        comment: 'over\ntwo lines; and "quotes"',
        attributes: { Kind: 'some' },
        names: new Map([
          [0, 'Off'],
          [1, 'On'],
        ]),
      },
      {
        names: new Map([
          [-1, 'error'],
          [0, 'fine'],
        ]),
      },
      { float: true },
    ])
  })

  it('takes long names, also where they are spoken of', () => {
    const message = first(`BO_ 100 A: 8 X
 SG_ Mux M : 0|8@1+ ${plain}
 SG_ S m1 : 8|8@1+ ${plain}
BA_ "SystemMessageLongSymbol" BO_ 100 "A_in_full";
BA_ "SystemSignalLongSymbol" SG_ 100 Mux "Mux_in_full";
CM_ SG_ 100 Mux "chooses";`)
    expect(message.name).toBe('A_in_full')
    expect(message.signals).toMatchObject([
      { name: 'Mux_in_full', multiplexer: true, comment: 'chooses' },
      { name: 'S', multiplexed: { by: 'Mux_in_full', ranges: [[1, 1]] } },
    ])
  })

  it('knows extended multiplexing', () => {
    expect(
      signals(`BO_ 100 A: 8 X
 SG_ Outer M : 0|8@1+ ${plain}
 SG_ Inner m3M : 8|8@1+ ${plain}
 SG_ Deep m0 : 16|8@1+ ${plain}
SG_MUL_VAL_ 100 Inner Outer 3-3;
SG_MUL_VAL_ 100 Deep Inner 0-5, 10-12,20 - 20;`),
    ).toMatchObject([
      { multiplexer: true },
      { multiplexer: true, multiplexed: { by: 'Outer', ranges: [[3, 3]] } },
      {
        multiplexed: {
          by: 'Inner',
          ranges: [
            [0, 5],
            [10, 12],
            [20, 20],
          ],
        },
      },
    ])
  })

  it.each([
    [
      'by its own frame format',
      'BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","reserved","J1939PG";\nBA_ "VFrameFormat" BO_ 2364540158 3;',
      true,
    ],
    ['by the number of it', 'BA_ "VFrameFormat" BO_ 2364540158 3;', true],
    ['by the default', 'BA_DEF_DEF_ "VFrameFormat" "J1939PG";', true],
    ['by the protocol', 'BA_ "ProtocolType" "J1939";', true],
    ['not when it says otherwise', 'BA_ "ProtocolType" "J1939";\nBA_ "VFrameFormat" BO_ 2364540158 "ExtendedCAN";', undefined],
    ['not otherwise', '', undefined],
  ])('J1939 %s', (_, attributes, expected) => {
    const message = first(`BO_ 2364540158 EEC1: 8 X\n SG_ S : 0|8@1+ ${plain}\n${attributes}`)
    expect(message).toMatchObject({ id: 0x0cf004fe, extended: true })
    expect(message.j1939).toBe(expected)
  })

  it('knows CAN FD, and leaves out signals without a message', () => {
    const catalog = parse(`BO_ 3221225472 VECTOR__INDEPENDENT_SIG_MSG: 0 Vector__XXX
 SG_ Lost : 0|8@1+ ${plain}
CM_ SG_ 3221225472 Lost "nowhere";
BO_ 5 Wide: 64 X
 SG_ S : 504|8@1+ ${plain}
BA_ "VFrameFormat" BO_ 5 14;`)
    expect(catalog.messages).toMatchObject([{ name: 'Wide', fd: true, length: 64 }])
    expect(catalog.notes).toEqual([])
  })

  it('passes over what says nothing of frames', () => {
    const catalog = parse(`VERSION "1"
NS_ :
	NS_DESC_
	CM_
	BA_DEF_
	BU_BO_REL_
	SG_MUL_VAL_
BS_: 500
BU_: A B
 C
EV_ Env: 0 [0|1] "" 0 1 DUMMY_NODE_VECTOR0 Vector__XXX;
ENVVAR_DATA_ Data: 10;
BO_TX_BU_ 100 : A,B;
SIG_GROUP_ 100 Both 1 : S T;
BA_DEF_REL_ BU_SG_REL_ "Timeout" INT 0 100;
BA_DEF_DEF_REL_ "Timeout" 0;
BA_REL_ "Timeout" BU_SG_REL_ A SG_ 100 S 20;
// a remark "of another language
BO_ 100 M: 8 A
`)
    expect(catalog.notes).toEqual([])
    expect(catalog.messages).toMatchObject([{ name: 'M' }])
  })
})

describe('a sloppy DBC file', () => {
  it.each([
    ['CR LF, tabs and semicolons', `BO_ 100 A: 8 X;\r\n\tSG_ S : 0|8@1+ (1,0) [0|0] "" X;\r\n\r\n`],
    ['old line ends', `BO_ 100 A: 8 X\r SG_ S : 0|8@1+ (1,0) [0|0] "" X\r`],
    ['no spaces', `BO_ 100 A:8 X\nSG_ S:0|8@1+(1,0)[0|0]""X`],
    ['spaces everywhere', `BO_  100  A  :  8  X\n  SG_  S  :  0 | 8 @ 1 + ( 1 , 0 ) [ 0 | 0 ]  ""  X , Y`],
    ['one line', `BO_ 100 A: 8 X SG_ S : 0|8@1+ (1,0) [0|0] "" X`],
    ['no colon', `BO_ 100 A 8 X\n SG_ S 0|8@1+ (1,0) [0|0] "" X`],
    ['no range and no unit', `BO_ 100 A: 8\n SG_ S : 0|8@1+ (1,0)\n`],
    ['limits that are no numbers', `BO_ 100 A: 8 X\n SG_ S : 0|8@1+ (1,0) [-1.#INF|inf] "" X`],
  ])('%s', (_, text) => {
    const catalog = parse(text)
    expect(catalog.notes).toEqual([])
    expect(catalog.messages).toMatchObject([
      { id: 100, name: 'A', length: 8, signals: [{ name: 'S', startBit: 0, bitCount: 8, minimum: 0, maximum: 0 }] },
    ])
  })

  it('keeps names that are no identifiers', () => {
    expect(first('BO_ 1275 2017_5: 8 XXX\n SG_ 0_COUNTER : 0|4@1+ (1,0) [0|0] "" X')).toMatchObject({
      name: '2017_5',
      signals: [{ name: '0_COUNTER' }],
    })
    expect(first('BO_ 1 Motor-Öl/1: 8 X\n')).toMatchObject({ name: 'Motor-Öl/1' })
  })

  it('keeps comments with bare quotes and final backslashes', () => {
    const catalog = parse(`BO_ 1 A: 8 X
BO_ 2 B: 8 X
CM_ BO_ 1 "the "best" of all";
CM_ BO_ 2 "in C:\\";
`)
    expect(catalog.messages.map(({ comment }) => comment)).toEqual(['the "best" of all', 'in C:\\'])
    expect(catalog.notes).toEqual([])
  })

  it.each<[string, string, number, string]>([
    ['a message twice', `BO_ 1 B: 8 X\n SG_ T : 0|8@1+ ${plain}`, 5, 'Message B has the number of A (line 2), which is kept.'],
    [
      'a signal twice',
      `BO_ 2 B: 8 X\n SG_ T : 0|8@1+ ${plain}\n SG_ T : 8|8@1+ ${plain}`,
      7,
      'Message B has a signal T already (line 6), which is kept.',
    ],
    ['no bits', `BO_ 2 B: 8 X\n SG_ T : 0|0@1+ ${plain}`, 6, 'Signal T has no bits and is passed over.'],
    ['outside', `BO_ 2 B: 1 X\n SG_ T : 4|8@1+ ${plain}`, 6, 'Signal T lies outside the 1 bytes of message B.'],
    ['outside, big-endian', `BO_ 2 B: 1 X\n SG_ T : 3|8@0+ ${plain}`, 6, 'Signal T lies outside the 1 bytes of message B.'],
    ['a sign is missing', `BO_ 2 B: 1 X\n SG_ T : 3|8@0 ${plain}`, 6, 'Expected "+", found "(".'],
    ['an open quote', `CM_ BO_ 1 "never closed;`, 5, 'A quote is not closed.'],
    ['a stranger', `Hello there`, 5, 'Expected a statement, found "Hello".'],
    [
      'no multiplexer',
      `BO_ 2 B: 8 X\n SG_ T m1 : 0|8@1+ ${plain}`,
      6,
      'Signal T is multiplexed but message B has no multiplexer; it is taken as always present.',
    ],
    [
      'itself',
      `BO_ 2 B: 8 X\n SG_ T m1M : 0|8@1+ ${plain}\n SG_ U m1M : 8|8@1+ ${plain}\nSG_MUL_VAL_ 2 T U 1-1;\nSG_MUL_VAL_ 2 U T 1-1;`,
      6,
      'Signal T is multiplexed by itself; it is taken as always present.',
    ],
    ['a lost comment', `CM_ SG_ 1 T "x";`, 5, 'Message A has no signal T for this comment.'],
    ['a lost name', `VAL_ 9 T 0 "x";`, 5, 'There is no message 9 for this list of value names.'],
    ['an unmarked identifier', `BO_ 4096 B: 8 X`, 5, 'Message B has an identifier of 29 bits without its mark, bit 31.'],
    ['no float', `SIG_VALTYPE_ 1 S : 1;`, 5, 'Signal S of 8 bits cannot be a floating-point number; it is taken as an integer.'],
    ['a number beyond all', `BO_ 99999999999 B: 8 X`, 5, 'A message number 99999999999 is not from -2147483648 to 4294967295.'],
  ])('%s is noted with its line, and the rest is understood', (_, text, line, note) => {
    const catalog = parse(`VERSION ""
BO_ 1 A: 8 X
 SG_ S : 0|8@1+ ${plain}

${text}

BO_ 3 Last: 8 X
 SG_ Z : 0|8@1+ ${plain}
`)
    expect(catalog.notes).toEqual([{ line, text: note }])
    expect(catalog.messages[0]).toMatchObject({ name: 'A', signals: [{ name: 'S' }] })
    expect(catalog.messages.at(-1)).toMatchObject({ name: 'Last', signals: [{ name: 'Z' }] })
  })
})
