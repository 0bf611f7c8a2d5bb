import type { ReactNode } from 'react'
import { PageHeader } from '#web/layout/page-header.tsx'
import { PageLink } from '#web/router/page-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FirstScript } from './first-script.tsx'
import './how-it-works.css'
import {
  DatasetPicture,
  IngressPicture,
  ManualPicture,
  RecordingsPicture,
  ResultPicture,
  SandboxPicture,
  ScriptPicture,
} from './pictures.tsx'
import { Sandbox } from './sandbox.tsx'
import { ScriptWay } from './script-way.tsx'

/** What Integrated Post Analysis is, in pictures, and a first script. */
export function HowItWorksPage() {
  return (
    <>
      <PageHeader title="How it Works" crumbs={[{ title: 'IPA' }]} />
      <div className="how">
        <section className="how-lead">
          <p className="how-kicker">IPA Integrated Post Analysis</p>
          <h2>Your Python on every recording</h2>
          <p className="how-tagline">
            Scripts of yours run where the recordings are: over last year&apos;s archive, or over each new upload as it arrives.
            Reports, figures and hits come back, and a hit opens the recording at the very second.
          </p>
          <ol className="how-flow">
            <Step
              picture={<RecordingsPicture />}
              title="Recordings"
              text="Loggers upload them; catalogs turn their frames into signals."
            />
            <Step
              picture={<DatasetPicture />}
              title="Dataset"
              text="Which of them: files that you choose, or criteria for what is to come."
              page="datasets"
            />
            <Step
              picture={<ScriptPicture />}
              title="Script and configuration"
              text="What is done, in Python, and the values that steer it."
              page="scripts"
            />
            <Step
              picture={<SandboxPicture />}
              title="Run"
              text="An analyzer puts the three together; each run has a closed box for itself."
              page="analyzers"
            />
            <Step
              picture={<ResultPicture />}
              title="Result"
              text="Reports and figures, and hits that open in the viewer."
              page="results"
            />
          </ol>
        </section>

        <section aria-labelledby="how-ways">
          <h2 id="how-ways">Two kinds of analyzers</h2>
          <div className="how-pair">
            <Card picture={<ManualPicture />} title="Manual: when you ask">
              A static dataset names files of the archive. Choose <strong>Run</strong>, and all of them are analysed in one run.
              For a question about what was recorded already.
            </Card>
            <Card picture={<IngressPicture />} title="Ingress: by itself">
              A dynamic dataset holds criteria: fleets, vehicles, names, file types. While the analyzer is active, each new upload
              that matches gets a run of its own, once. Administrators make these, and can send the archive through them later.
            </Card>
          </div>
        </section>

        <ScriptWay />
        <FirstScript />
        <Sandbox />

        <section aria-labelledby="how-results">
          <h2 id="how-results">What comes of a run</h2>
          <dl className="how-table">
            <Outcome
              file="any file in the output folder"
              text="becomes a file of the result: to look at, download or share. HTML reports open in the browser, closed off from everything else."
            />
            <Outcome
              file="*.dsr"
              text="is a list of hits. It opens in the viewer, and each hit jumps to its second in its recording."
            />
            <Outcome file="*.mf4" text="opens in the viewer like any recording." />
            <Outcome
              file="metrics.json"
              text="holds a verdict and figures: shown with the result, and drawn over all runs of an analyzer."
            />
            <Outcome
              file="what is printed"
              text="can be followed while the script runs, and is kept with the result. When a script fails, the log says why."
            />
          </dl>
          <p className="how-after">
            Results are yours and of those you share them with. <PageLink page="results">Look at your results</PageLink>, or begin
            with one of the <PageLink page="scripts">scripts that come along</PageLink>.
          </p>
        </section>
      </div>
    </>
  )
}

type StepPage = 'datasets' | 'scripts' | 'analyzers' | 'results'

function Step({ picture, title, text, page }: { picture: ReactNode; title: string; text: string; page?: StepPage }) {
  return (
    <li>
      {picture}
      <h3>{page ? <PageLink page={page}>{title}</PageLink> : title}</h3>
      <p>{text}</p>
      <span className="how-arrow">
        <Icon name="right" size={20} />
      </span>
    </li>
  )
}

function Card({ picture, title, children }: { picture: ReactNode; title: string; children: ReactNode }) {
  return (
    <article className="panel how-card">
      {picture}
      <h3>{title}</h3>
      <p>{children}</p>
    </article>
  )
}

function Outcome({ file, text }: { file: string; text: string }) {
  return (
    <div>
      <dt className="mono">{file}</dt>
      <dd>{text}</dd>
    </div>
  )
}
