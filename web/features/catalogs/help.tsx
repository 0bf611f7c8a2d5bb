/** What catalogs are and how they are chosen. */
export function CatalogHelp() {
  return (
    <>
      <p>
        A catalog turns the frames of a recording into signals: speed, temperatures, gears. DBC files are read directly; ARXML,
        KCD, SYM and LDF files are imported once. A file that is changed becomes a new version; older versions stay.
      </p>
      <p>
        Assign a catalog to a vehicle, a fleet or the whole organization, to one bus or all of them, and to a span of time where
        vehicles were changed. Where several catalogs know the same identifier, the one of the vehicle wins over the fleet&apos;s,
        and that over the organization&apos;s.
      </p>
      <p>
        Every upload is decoded when it arrives. When catalogs or assignments change, the recordings that they concern are decoded
        again by themselves; until then they show the signals they had.
      </p>
    </>
  )
}
