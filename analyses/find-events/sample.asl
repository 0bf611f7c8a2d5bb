{
  "Channels": [
    { "name_in_script": "Speed", "OptionalList": [{ "channel_name": "VehicleSpeed", "message_name": "", "network_name": "" }, { "channel_name": "GpsSpeed", "message_name": "", "network_name": "" }] },
    { "name_in_script": "Throttle", "OptionalList": [{ "channel_name": "Throttle", "message_name": "", "network_name": "" }] },
    { "name_in_script": "Acceleration", "OptionalList": [{ "channel_name": "LongitudinalAcceleration", "message_name": "", "network_name": "" }] },
    { "name_in_script": "BrakePressure", "OptionalList": [{ "channel_name": "BrakePressure", "message_name": "", "network_name": "" }] },
    { "name_in_script": "Abs", "OptionalList": [{ "channel_name": "AbsActive", "message_name": "", "network_name": "" }] }
  ],
  "EventDefinitions": [
    { "Description": "Hard braking", "StartExpression": "(Acceleration < -3.5) and (Speed > 10)", "EndExpression": "(Acceleration > -1)" },
    { "Description": "ABS at work", "StartExpression": "Abs == 1", "EndExpression": "(Abs == 0) and (TimeFromExpStart > 0.2)" },
    { "Description": "Launch from rest", "StartExpression": "(Speed < 3) and (Throttle > 20)", "EndExpression": "(Speed > 30) or (Throttle < 5)" },
    { "Description": "Faster than 120", "StartExpression": "Speed > 120", "EndExpression": "Speed < 115" }
  ]
}
