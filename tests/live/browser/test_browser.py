"""The browser of the tests can what the page needs: WebGL draws, its pixels can be read, and complaints are heard."""

import numpy as np

from tests.live.browser.screen import pixels

TRIANGLE = """
<body style="margin: 0"><canvas width="200" height="100"></canvas><script>
const gl = document.querySelector("canvas").getContext("webgl2");
const program = gl.createProgram();
function shader(kind, source) {
  const made = gl.createShader(kind);
  gl.shaderSource(made, source);
  gl.compileShader(made);
  gl.attachShader(program, made);
}
shader(gl.VERTEX_SHADER, "attribute vec2 corner; void main() { gl_Position = vec4(corner, 0, 1); }");
shader(gl.FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1, 0, 0, 1); }");
gl.linkProgram(program);
gl.useProgram(program);
gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, 0, 1]), gl.STATIC_DRAW);
gl.enableVertexAttribArray(0);
gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
gl.clearColor(0, 0, 1, 1);
gl.clear(gl.COLOR_BUFFER_BIT);
gl.drawArrays(gl.TRIANGLES, 0, 3);
</script>
"""


def test_webgl_draws_a_triangle(page):
    """Red inside, blue outside, and red on half of the canvas, as a triangle of its width and height must."""
    page.set_content(TRIANGLE)
    seen = pixels(page, (0, 0, 200, 100))
    assert seen.shape == (100, 200, 3)
    assert tuple(seen[70, 100]) == (255, 0, 0)
    assert tuple(seen[5, 5]) == (0, 0, 255)
    red = np.mean(seen[..., 0] > 127)
    assert abs(red - 0.5) < 0.01  # the two slanted sides cross some 200 of 20,000 pixels


def test_complaints_of_a_page_are_heard(page, complaints):
    """An error on the console and one in a script are both on the list, which would otherwise fail this test."""
    page.set_content("<script>console.log('well'); console.error('badly'); throw new Error('broken')</script>")
    page.wait_for_function("true")
    assert len(complaints) == 2
    assert "badly" in complaints[0]
    assert "broken" in complaints[1]
    complaints.clear()
