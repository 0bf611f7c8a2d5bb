export function SystemHealthPage() {
  return <>200 OK</>
}
