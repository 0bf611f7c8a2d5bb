import { Tag } from '#web/ui/tag.tsx'

/** How a script comes into use. */
export function ScriptWay() {
  return (
    <section aria-labelledby="how-review">
      <h2 id="how-review">A script is looked at before it runs</h2>
      <ol className="panel how-way">
        <li>
          <Tag tone="info">Uploaded</Tag>
          <p>A zip with one __main__.py, anywhere inside. Administrators are told.</p>
        </li>
        <li>
          <Tag tone="warn">Pending</Tag>
          <p>An administrator reads the files, sees what differs from the version in use, and may try it on a recording.</p>
        </li>
        <li>
          <Tag tone="ok">Accepted</Tag>
          <p>Everybody of the organization can use it. Exactly what was looked at is what runs: it is known by its hash.</p>
        </li>
        <li>
          <Tag tone="bad">Rejected</Tag>
          <p>A comment says what is wrong. Change it and upload it again; a version that was accepted before runs on.</p>
        </li>
      </ol>
    </section>
  )
}
