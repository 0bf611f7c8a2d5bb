/** What the help of the page says. */
export function DatasetHelp() {
  return (
    <>
      <p>A dataset says which files an analyzer reads. It is private: only you and administrators see it.</p>
      <ul>
        <li>Static: files that were chosen in the archive, for manual analyzers. It never grows by itself.</li>
        <li>
          Dynamic: criteria, exclusively for ingress analyzers. Every new upload that matches is analysed. Administrators make
          them.
        </li>
      </ul>
      <p>Recycled files are left out until they are restored. Deleting a dataset deletes no file.</p>
    </>
  )
}
