{
  "Channels": [
    { "name_in_script": "VehicleSpeed", "OptionalList": [{ "channel_name": "VehicleSpeed", "message_name": "", "network_name": "" }], "bins": [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150] },
    { "name_in_script": "EngineSpeed", "OptionalList": [{ "channel_name": "EngineSpeed", "message_name": "", "network_name": "" }], "bins": [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000] },
    { "name_in_script": "Throttle", "OptionalList": [{ "channel_name": "Throttle", "message_name": "", "network_name": "" }], "bins": 20 },
    { "name_in_script": "CoolantTemperature", "OptionalList": [{ "channel_name": "CoolantTemperature", "message_name": "", "network_name": "" }] },
    { "name_in_script": "Gear", "OptionalList": [{ "channel_name": "Gear", "message_name": "", "network_name": "" }] }
  ]
}
