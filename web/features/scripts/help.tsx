import { PageLink } from '#web/router/page-link.tsx'

/** What scripts are, and the way of one from upload to use. */
export function ScriptHelp() {
  return (
    <>
      <p>
        A script is a zip with Python code and one <code>__main__.py</code>, anywhere inside. All users can upload scripts, unless
        the operator leaves that to administrators; everybody of the organization may use a script once an administrator has
        looked at it and accepted it.
      </p>
      <p>
        Another package is a new version, which waits for an administrator again; until then the accepted version runs on. What
        was accepted is exactly what runs: the files are compared by their hashes.
      </p>
      <p>
        Configurations steer a script: thresholds, signal names, expressions. A script may have as many as you like.{' '}
        <PageLink page="howItWorks">How it Works</PageLink> has a first script to copy.
      </p>
    </>
  )
}
