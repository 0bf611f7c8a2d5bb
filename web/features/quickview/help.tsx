/** What each viewer does, in a sentence. */
export function QuickViewHelp() {
  return (
    <>
      <p>Files are shown here without being downloaded whole: what is in view is read from the server.</p>
      <ul>
        <li>Log CSV: millions of rows; filter above the columns, find, go to a row, plot columns, copy cells.</li>
        <li>DB Viewer: tables of an SQLite file with sorting, filters and single values.</li>
        <li>XML DTC and DM1: trouble codes as a table, and the file as it is beside it.</li>
        <li>Text: search, go to a line, wrap. Files that are no text are shown as bytes.</li>
        <li>HTML, pictures, sound, film and PDF. HTML runs in a closed box: it cannot reach this site.</li>
      </ul>
    </>
  )
}
