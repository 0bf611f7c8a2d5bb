/** How the viewer is used. */
export function DataSpyHelp() {
  return (
    <>
      <p>
        A click or Enter on a signal plots it, again takes it away; with Shift it joins the plot before; dragged it goes where it
        is dropped. Enumerations and texts are bands. The name of a plotted signal opens its menu: colour, line, axis, raw values.
      </p>
      <p>
        Drag over a plot or turn the wheel to zoom, with Shift to move; a double click shows the whole recording. Over an axis the
        wheel zooms its values. With the keyboard: + and −, the arrows, Home; Backspace goes back to the window of before. Drag in
        the strip above the plots to choose a window.
      </p>
      <p>
        A click places cursor 1, with Shift cursor 2; the keys 1 and 2 do so too, Escape takes them away. Their values and
        differences stand beside the plots.
      </p>
      <p>
        Several recordings dropped together, or added, share the plots: aligned by date, by time of day, by their starts, or by an
        event that is chosen in each with cursor 1.
      </p>
      <p>
        The address holds all that is shown: send it to a colleague. A recording dropped on this page is read in your browser and
        not uploaded. Drop DBC files with it or later to decode its frames.
      </p>
    </>
  )
}
