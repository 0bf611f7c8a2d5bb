/** What downloads are. */
export function DownloadsHelp() {
  return (
    <>
      <p>
        A download is one zip of the files that were selected in Data Groups. It stands here for seven days; deleting it leaves
        the files in the archive.
      </p>
      <p>
        In the zip files stand in folders by vehicle and collection, or all in one folder (Settings of Data Groups). Their names
        begin with the name in the archive and end with when the recording began. <code>manifest.json</code> says what each file
        is, <code>SHA256SUMS</code> has their hashes: <code>sha256sum -c SHA256SUMS</code> proves that everything arrived.
      </p>
      <p>
        A download that breaks off can be continued by the browser. When a file in it is moved to recycling, the zip can no longer
        be had: create it again without that file.
      </p>
    </>
  )
}
