{
  "Ignore": ["P0128"]
}
