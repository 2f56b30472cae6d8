package dev.restante.console.standing;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.Obstacle;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.Links;
import dev.restante.console.page.Page;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** The reasons why a message is not delivered. */
public final class ExplainPage implements Section {

    private final RestanteAdmin admin;

    /** Of a store. */
    public ExplainPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(Links.EXPLAIN, Cost.LONG, null, this::show);
    }

    /** The id of a group is a property of its messages. */
    private static String text(Visit visit, Obstacle obstacle) {
        return obstacle.kind() != Obstacle.Kind.GROUP || visit.may(Right.READ)
                ? obstacle.text()
                : "Its message group (hidden: may not read messages) is in the hands of somebody, or something of it comes first.";
    }

    private Page show(Visit visit) throws JMSException {
        String name = visit.parameters().required("name");
        long number = visit.parameters().number("number");
        List<Obstacle> obstacles = admin.messages(name).explain(number);
        List<Element> content = new ArrayList<>();
        content.add(tag("p").add("Of ")
                .add(tag("a", "message " + number).with("href", Links.message(name, number)))
                .add(" in ")
                .add(Links.named(name)));
        if (obstacles.isEmpty()) {
            content.add(tag("p", "Nothing keeps it: it is its turn as soon as those before it are received."));
        } else {
            content.add(Tables.table(
                    "What keeps it",
                    List.of("Kind", "Reason"),
                    obstacles.stream()
                            .map(obstacle -> tag("tr")
                                    .add(
                                            tag("th", obstacle.kind().name()).with("scope", "row"),
                                            tag("td").add(tag("bdi", text(visit, obstacle)))))
                            .toList()));
        }
        return visit.frame().page("Why it is not delivered", content);
    }
}
