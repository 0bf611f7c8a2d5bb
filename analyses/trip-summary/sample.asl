{
  "Channels": [
    { "name_in_script": "speed", "OptionalList": [{ "channel_name": "VehicleSpeed", "message_name": "", "network_name": "" }, { "channel_name": "GpsSpeed", "message_name": "", "network_name": "" }] },
    { "name_in_script": "odometer", "OptionalList": [{ "channel_name": "Odometer", "message_name": "", "network_name": "" }] },
    { "name_in_script": "engine", "OptionalList": [{ "channel_name": "EngineSpeed", "message_name": "", "network_name": "" }] },
    { "name_in_script": "fuel", "OptionalList": [{ "channel_name": "FuelLevel", "message_name": "", "network_name": "" }] },
    { "name_in_script": "acceleration", "OptionalList": [{ "channel_name": "LongitudinalAcceleration", "message_name": "", "network_name": "" }] },
    { "name_in_script": "coolant", "OptionalList": [{ "channel_name": "CoolantTemperature", "message_name": "", "network_name": "" }] }
  ]
}
