/** What the page is about. */
export function ResultsHelp() {
  return (
    <>
      <p>Every run of an analyzer leaves a result: the files that its script wrote, what it printed, and what ran.</p>
      <ul>
        <li>Manual results come from runs that somebody started, ingress results from new uploads.</li>
        <li>You see your own results and those that others share with you.</li>
        <li>
          Click a file to select it; the eye looks at it here, the arrow downloads it. Lists of hits (.dsr) and recordings (.mf4)
          open in DataSpy, at the second they speak of.
        </li>
        <li>A click on the analyzer shows the log, the figures over all runs, and what ran on what.</li>
        <li>A run that went wrong says why, and leaves what it printed in DockerLog.txt.</li>
      </ul>
    </>
  )
}
