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
    void shouldContinueTheLegendOnASecondLineAtTheRightEdge() throws Exception {
        List<String> series = List.of("a".repeat(60), "b".repeat(40), "c".repeat(40));

        NodeList texts = parse(new BarChart("rate", series, List.of()).svg()).getElementsByTagName("text");

        assertThat(texts.item(1).getTextContent()).startsWith("a");
        assertThat(attribute(texts, 1, "y")).isEqualTo(attribute(texts, 2, "y") - 20);
        assertThat(attribute(texts, 2, "x")).isEqualTo(attribute(texts, 1, "x"));
        assertThat(attribute(texts, 3, "y")).isEqualTo(attribute(texts, 2, "y"));
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
        return attribute(rectangles, index, "width");
    }

    private static double attribute(NodeList elements, int index, String name) {
        return Double.parseDouble(((Element) elements.item(index)).getAttribute(name));
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
