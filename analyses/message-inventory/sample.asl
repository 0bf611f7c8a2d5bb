{
  "ExpectedMessages": [
    { "id": "0x0C0", "name": "Powertrain" },
    { "id": "0x0D0", "name": "Chassis" },
    { "id": "0x1A0", "name": "Temperatures" },
    { "id": "0x3E0", "name": "Diagnostics" },
    { "id": "0x18FEF300", "name": "GpsPosition" },
    { "id": "0x18FEE800", "name": "GpsMotion" }
  ]
}
