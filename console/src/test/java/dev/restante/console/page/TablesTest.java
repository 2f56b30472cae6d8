package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.console.html.Element;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Tables of pages")
class TablesTest {

    @Test
    @DisplayName("have the header of a column above its numbers, also where its first row has none")
    void shouldAlignHeaders() {
        Element table = Tables.table(
                "Queues",
                List.of("Name", "Messages", "Told"),
                List.of(
                        tag("tr").add(tag("th", "a"), Tables.cell(null), Tables.cell("x")),
                        tag("tr").add(tag("th", "b"), Tables.number(1), Tables.cell("y"))));
        assertThat(table.document(""))
                .contains("<thead><tr><th scope=\"col\">Name</th><th scope=\"col\" class=\"number\">Messages</th>"
                        + "<th scope=\"col\">Told</th></tr></thead>");
    }

    @Test
    @DisplayName("have headers without rows, too")
    void shouldBeEmpty() {
        assertThat(Tables.table("Queues", List.of("Name"), List.of()).document(""))
                .contains("<th scope=\"col\">Name</th>");
    }
}
