/** What the help of the page says. */
export function AnalyzerHelp() {
  return (
    <>
      <p>An analyzer puts a script, its configuration and a dataset together. Everybody in the organization sees it.</p>
      <ul>
        <li>Manual: Run queues it, over the files of its static dataset.</li>
        <li>
          Ingress: while it is active, every new upload that its dynamic dataset matches is analysed, once. Coverage shows what
          was analysed, and analyses what is in the archive already. Administrators make these.
        </li>
      </ul>
      <p>
        Edit, run and delete are for its owner and administrators, and only while it is not running. Only accepted scripts can be
        chosen. Results belong to the owner and are shared with the users chosen here.
      </p>
    </>
  )
}
