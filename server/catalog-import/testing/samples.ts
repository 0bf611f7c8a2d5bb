/** Two buses, one message with multiplexing, names and a float. */
export const kcd = `<?xml version="1.0" encoding="UTF-8"?>
<NetworkDefinition xmlns="http://kayak.2codeornot2code.org/1.0">
  <Document name="Test"/>
  <Bus name="Body"><Message id="0x0A" name="Doors" length="8" interval="50">
    <Notes>of the body</Notes>
    <Multiplex name="Kind" offset="0" length="8">
      <MuxGroup count="2"><Signal name="Level" offset="8" length="16" endianess="big"><Value type="signed" slope="0.5" intercept="-3" unit="mm"/></Signal></MuxGroup>
    </Multiplex>
    <Signal name="Lock" offset="32" length="2"><LabelSet><Label name="open" value="0"/><Label name="shut" value="1"/></LabelSet></Signal>
    <Signal name="Pressure" offset="40" length="32"><Value type="single"/></Signal>
  </Message></Bus>
  <Bus name="Drive"><Message id="0x0A" name="Gears" length="2"/><Message id="0x18FEF100" format="extended" name="Axle" length="8"/></Bus>
</NetworkDefinition>`

export const sym = `FormatVersion=6.0 // Do not edit this line!
Title="test"

{ENUMS}
Enum=Switch(0="Off", 1="On")

{SENDRECEIVE}

[Symbol1]
ID=1A0h
Len=8
CycleTime=100
Var=Speed unsigned 0,16 /u:km/h /f:0.01 /o:-5 /max:300
Var=Lamp unsigned 16,1 /e:Switch
Var=Exact double 0,64 -m
`

/** One LIN frame with a scale and names. */
export const ldf = `LIN_description_file;
LIN_protocol_version = "2.1";
LIN_language_version = "2.1";
LIN_speed = 19.2 kbps;
Nodes { Master: Body, 5 ms, 0.1 ms; Slaves: Motor; }
Signals { Position: 10, 0, Motor, Body; State: 2, 0, Motor, Body; }
Frames { MotorStatus: 0x21, Motor, 4 { Position, 0; State, 10; } }
Node_attributes { Motor { LIN_protocol = "2.1"; configured_NAD = 1; product_id = 0x1, 0x2, 0; response_error = State; } }
Schedule_tables { Main { MotorStatus delay 10 ms; } }
Signal_encoding_types {
  Percent { physical_value, 0, 1000, 0.1, -5, "%"; logical_value, 1023, "error"; }
  States { logical_value, 0, "still"; logical_value, 1, "moving"; }
}
Signal_representation { Percent: Position; States: State; }
`
