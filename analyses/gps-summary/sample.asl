{
  "Channels": [
    { "name_in_script": "latitude", "OptionalList": [{ "channel_name": "Latitude", "message_name": "", "network_name": "" }] },
    { "name_in_script": "longitude", "OptionalList": [{ "channel_name": "Longitude", "message_name": "", "network_name": "" }] },
    { "name_in_script": "speed", "OptionalList": [{ "channel_name": "GpsSpeed", "message_name": "", "network_name": "" }] },
    { "name_in_script": "altitude", "OptionalList": [{ "channel_name": "Altitude", "message_name": "", "network_name": "" }] },
    { "name_in_script": "satellites", "OptionalList": [{ "channel_name": "Satellites", "message_name": "", "network_name": "" }] }
  ]
}
