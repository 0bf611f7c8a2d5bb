/** How the viewer is used. */
export function DataSpyHelp() {
  return (
    <>
      <p>
        A click or Enter on a signal plots it, again takes it away; with Shift it joins the plot before. Enumerations and texts
        are bands.
      </p>
      <p>
        Drag over a plot or turn the wheel to zoom, with Shift to move; a double click shows the whole recording. With the
        keyboard: + and −, the arrows, Home. Drag in the strip above the plots to choose a window. The address holds the signals
        and the window: send it to a colleague.
      </p>
      <p>
        A recording dropped on this page is read in your browser and not uploaded. Drop DBC files with it or later to decode its
        frames.
      </p>
    </>
  )
}
