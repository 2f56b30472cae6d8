package dev.restante.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class BarChartTest {

    private final BarChart chart = new BarChart(
            "rate < \"limit\" & more",
            List.of("ours", "theirs"),
            List.of(
                    new BarChart.BarGroup(
                            "sync-1", List.of(new BarChart.Bar("theirs", 150), new BarChart.Bar("ours", 15_000))),
                    new BarChart.BarGroup("empty", List.of())));

    @Test
    void shouldSpaceDecadesEvenly() {
        double firstStep = chart.position(1_000) - chart.position(100);

        assertThat(firstStep).isPositive();
        assertThat(chart.position(100_000) - chart.position(10_000)).isCloseTo(firstStep, offset(1e-6));
    }

    @Test
    void shouldDrawOneBarPerValueInTheColourOfItsSeries() throws Exception {
        NodeList rectangles = parse(chart.svg()).getElementsByTagName("rect");

        assertThat(rectangles.getLength())
                .as("paper, two legend boxes, two bars")
                .isEqualTo(5);
        assertThat(((Element) rectangles.item(3)).getAttribute("class")).isEqualTo("s1");
        assertThat(width(rectangles, 3)).isLessThan(width(rectangles, 4));
    }

    @Test
    void shouldFollowLightAndDark() throws Exception {
        Document document = parse(chart.svg());

        assertThat(document.getDocumentElement().getAttribute("aria-label")).isEqualTo("rate < \"limit\" & more");
        assertThat(document.getElementsByTagName("style").item(0).getTextContent())
                .contains("prefers-color-scheme: dark");
    }

    @Test
    void shouldDrawNothingButTheFrameWithoutValues() throws Exception {
        String svg = new BarChart("nothing", List.of(), List.of()).svg();

        assertThat(parse(svg).getElementsByTagName("rect").getLength()).isEqualTo(1);
    }

    private static double width(NodeList rectangles, int index) {
        return Double.parseDouble(((Element) rectangles.item(index)).getAttribute("width"));
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
