package dev.restante.console.message;

import dev.restante.admin.MessagePage;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.plot.HistoryPlots;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.List;

/** Page of a queue or subscription: counts, plots and messages. */
public final class EntityPage implements Section {

    private static final String PATH = "/entity";
    private static final LocalUrl HERE = LocalUrl.to(PATH);

    private final RestanteAdmin admin;
    private final EntityStatisticsView statisticsView;
    private final HistoryPlots historyPlots;

    public EntityPage(RestanteAdmin admin, EntityCountCache countCache, HistoryPlots historyPlots) {
        this.admin = admin;
        this.statisticsView = new EntityStatisticsView(admin, countCache);
        this.historyPlots = historyPlots;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show);
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        RequestParameters parameters = request.parameters();
        String name = parameters.required("name");
        MessageTable table = MessageTable.of(name, request, admin);
        HtmlElement facts = PageLayout.refreshedRegion("counts", List.of(statisticsView.html(name)));
        HtmlElement plots = PageLayout.refreshedRegion(
                "plots", historyPlots.plots(name, parameters.text("scale"), HERE.with("name", name)));
        if (request.refreshedRegionsOnly()) {
            return request.layout().page(name, List.of(facts, plots));
        }
        MessagePage page = table.load(admin);
        return request.layout()
                .page(
                        name,
                        List.of(
                                EntityTabs.MESSAGES.element(name, request.user()),
                                facts,
                                plots,
                                HtmlElement.tag("h2", "Messages"),
                                table.filterForm(HERE, false),
                                table.table(page),
                                table.pager(HERE, page)));
    }
}
