package dev.restante.console.page;

import dev.restante.admin.MessagePage;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.store.Census;
import jakarta.jms.JMSException;
import java.util.List;

/** A queue or subscription: its statistics, and its messages. */
public final class EntityPage {

    private static final Url HERE = Url.to("/entity");

    private final RestanteAdmin admin;
    private final Figures figures;

    /** Of a store. */
    public EntityPage(RestanteAdmin admin, Census census) {
        this.admin = admin;
        this.figures = new Figures(admin, census);
    }

    /** The page of the one that is named. */
    public Page show(Frame frame, Parameters parameters) throws JMSException {
        String name = parameters.required("name");
        MessageTable table = MessageTable.of(name, parameters);
        Element facts = figures.of(name);
        MessagePage page = admin.messages(name).peek(table.filter(), table.request());
        return frame.page(
                name,
                List.of(
                        facts,
                        Element.tag("h2", "Messages"),
                        table.filterForm(HERE),
                        table.table(page, false),
                        table.pager(HERE, page)));
    }
}
