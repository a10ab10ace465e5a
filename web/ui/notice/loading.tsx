/** At the top of the panel that waits. */
export const LoadingLine = () => (
  <div
    role="progressbar"
    aria-label="Loading the page"
    className="absolute inset-x-0 top-0 z-3 h-0.5 animate-loading bg-accent"
  />
)

/** Rows of bars over the panel, below the bar with its title. What they cover keeps its place and its focus. */
export const LoadingRows = () => <div aria-hidden="true" className="loading-rows" />
