package dev.restante.console.page;

import static dev.restante.console.html.HtmlElement.tag;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.console.html.HtmlElement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Tables of pages")
class HtmlTablesTest {

    @Test
    @DisplayName("the header of a number column is aligned with the numbers even if the first cell is empty")
    void shouldAlignHeaders() {
        HtmlElement table = HtmlTables.table(
                "Queues",
                List.of("Name", "Messages", "Updated"),
                List.of(
                        tag("tr").add(tag("th", "a"), HtmlTables.cell(null), HtmlTables.cell("x")),
                        tag("tr").add(tag("th", "b"), HtmlTables.markAsNumber(1), HtmlTables.cell("y"))));
        assertThat(table.document(""))
                .contains("<thead><tr><th scope=\"col\">Name</th><th scope=\"col\" class=\"number\">Messages</th>"
                        + "<th scope=\"col\">Updated</th></tr></thead>");
    }

    @Test
    @DisplayName("a table without rows still has its headers")
    void shouldBeEmpty() {
        assertThat(HtmlTables.table("Queues", List.of("Name"), List.of()).document(""))
                .contains("<th scope=\"col\">Name</th>");
    }
}
