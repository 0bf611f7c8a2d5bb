import { CodeView } from '#web/ui/code-view/code-view.tsx'
import { showToast } from '#web/ui/toast.ts'
import { firstConfiguration, firstScript, jobFile } from './first-script.ts'

/** A script to begin with, its configuration, and what it is given. */
export function FirstScript() {
  return (
    <section aria-labelledby="how-first">
      <h2 id="how-first">A first script</h2>
      <p className="how-words">
        It finds every moment at which a signal is above a limit. Save it as <code>__main__.py</code>, zip it, and upload it under
        Scripts; the configuration goes beside it. The package <code>loggerhead</code> is there in every run, and can be installed
        on your own machine to try a script on a file: <code>python -m loggerhead run script.zip --data FILE</code>.
      </p>
      <div className="how-code-pair">
        <Listing title="__main__.py" text={firstScript} language="python" lines={22} />
        <div className="how-code-column">
          <Listing title="limits.asl, the configuration" text={firstConfiguration} language="json" lines={5} />
          <Listing title="job.ipa, what every script is given" text={jobFile} language="json" lines={12} />
        </div>
      </div>
      <p className="how-words">
        Without the package it works as well: a script is started with the path of <code>job.ipa</code> as its first argument, in
        its output folder. Lines that it appends to <code>progress.ipa</code> are percentages. Scripts that were written for{' '}
        <code>intrepidcs.ipa_interface</code> run unchanged.
      </p>
    </section>
  )
}

function Listing(given: { title: string; text: string; language: 'python' | 'json'; lines: number }) {
  const { title, text, language, lines } = given
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast('Copied', 'success')
    } catch {
      showToast('The browser does not let pages copy here; select the text instead', 'warning', 4000)
    }
  }
  return (
    <figure className="how-listing">
      <figcaption>
        <span className="mono">{title}</span>
        <button type="button" className="button quiet" aria-label={`Copy ${title}`} onClick={() => void copy()}>
          Copy
        </button>
      </figcaption>
      <div style={{ height: `${lines * 1.55 * 12.5 + 24}px` }}>
        <CodeView label={title} text={text} language={language} />
      </div>
    </figure>
  )
}
