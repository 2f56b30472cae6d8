package dev.restante.console.message;

import dev.restante.admin.MessagePage;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.Census;
import dev.restante.console.count.Figures;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.plot.Histories;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.List;

/** A queue or subscription: its statistics, and its messages. */
public final class EntityPage implements Section {

    private static final String PATH = "/entity";
    private static final Url HERE = Url.to(PATH);

    private final RestanteAdmin admin;
    private final Figures figures;
    private final Histories histories;

    /** Of a store. */
    public EntityPage(RestanteAdmin admin, Census census, Histories histories) {
        this.admin = admin;
        this.figures = new Figures(admin, census);
        this.histories = histories;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show);
    }

    private Page show(Visit visit) throws JMSException {
        Parameters parameters = visit.parameters();
        String name = parameters.required("name");
        MessageTable table = MessageTable.of(name, visit, admin);
        Element facts = Frame.live("figures", List.of(figures.of(name)));
        Element plots = Frame.live("plots", histories.plots(name, parameters.text("scale"), HERE.with("name", name)));
        if (visit.refresh()) {
            return visit.frame().page(name, List.of(facts, plots));
        }
        MessagePage page = table.look(admin);
        return visit.frame()
                .page(
                        name,
                        List.of(
                                EntityTabs.MESSAGES.element(name, visit.user()),
                                facts,
                                plots,
                                Element.tag("h2", "Messages"),
                                table.filterForm(HERE, false),
                                table.table(page),
                                table.pager(HERE, page)));
    }
}
