"""Scripts of the pages: they draw figures, given as the part of Plotly's format that `figure.js` lists, as SVG."""
