export function App() {
  return <p>Loggerhead</p>
}
