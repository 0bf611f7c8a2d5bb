/** What recycling is. */
export function BinHelp() {
  return (
    <>
      <p>
        Everybody can move files to recycling. They are hidden everywhere at once: from searches, viewers, maps, downloads (also
        zips that were made before) and exports.
      </p>
      <p>
        Administrators restore them here, with their upload. After the number of days that the server&apos;s setting
        LOGGERHEAD_RECYCLE_DAYS says they are deleted for good, and no longer count against the quota.
      </p>
      <p>
        When the same file has arrived again meanwhile, the one here is not restored beside it. When other files of the same
        delivery have arrived, a restored file joins them.
      </p>
    </>
  )
}
