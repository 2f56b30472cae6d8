package dev.restante.console.configure;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicStatistics;
import dev.restante.api.ErrorCodes;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.NameFilter;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.PageLinks;
import dev.restante.console.route.ConcurrencyLimit;
import dev.restante.console.route.ExpectedFailure;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Page of the options of an entity, with forms to change, pause and delete it. */
public final class OptionsPage implements Section {

    private final RestanteAdmin admin;
    private final EntityStatisticsView statisticsView;

    public OptionsPage(RestanteAdmin admin, EntityCountCache countCache) {
        this.admin = admin;
        this.statisticsView = new EntityStatisticsView(admin, countCache);
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.OPTIONS.path(), this::queue)
                .page(PageLinks.TOPIC, this::topic)
                .page(PageLinks.CREATE, RequestCost.CHEAP, ConsoleRight.CONFIGURE, this::create)
                .actions(new CreateEntityAction(admin), new AlterEntityAction(admin), new DeleteEntityAction(admin));
        new OptionsResource(admin).routes(routes);
        for (StatusChangeAction.Transition transition : StatusChangeAction.Transition.values()) {
            routes.actions(new StatusChangeAction(admin, transition));
        }
    }

    private HtmlPage queue(UserRequest request) throws JMSException {
        String name = request.parameters().required(ConfigurableEntity.NAME);
        List<HtmlElement> content =
                new ArrayList<>(List.of(EntityTabs.OPTIONS.element(name, request.user()), statisticsView.html(name)));
        return page(request, content, new ConfigurableQueue(admin, name));
    }

    private HtmlPage topic(UserRequest request) throws JMSException {
        String name = request.parameters().required(ConfigurableEntity.NAME);
        ConfigurableTopic topic = new ConfigurableTopic(admin, name);
        TopicStatistics counts = admin.topics().statistics(name);
        Optional<EntityStatus> status =
                readable(() -> admin.topics().topic(name).options().status());
        List<HtmlElement> content = new ArrayList<>();
        content.add(new HtmlTables.DefinitionList()
                .with("Status", status.map(EntityStatus::name).orElse(EntityStatisticsView.UNREADABLE_STATUS))
                .with(
                        "Subscriptions",
                        tag("a", HtmlTables.formatNumber(counts.subscriptions()))
                                .with("href", new NameFilter(name).at(LocalUrl.to("/subscriptions"))))
                .element());
        return page(request, content, topic);
    }

    private static HtmlPage page(UserRequest request, List<HtmlElement> content, ConfigurableEntity entity)
            throws JMSException {
        Optional<OptionsForm> options =
                readable(() -> OptionsForm.of(entity.options(), entity.values(), entity.origins()));
        if (request.may(ConsoleRight.CONFIGURE) && options.isPresent()) {
            content.add(tag("h2", "Status"));
            content.add(status(request, entity));
        }
        content.add(tag("h2", "Options"));
        content.add(options.map(read -> request.may(ConsoleRight.CONFIGURE)
                        ? AlterEntityAction.form(request.layout(), entity, read)
                        : read.valuesTable())
                .orElseGet(() -> tag("p", "This release cannot read the options. Use the release that wrote them.")
                        .with("role", "alert")));
        if (entity.deletable() && request.may(ConsoleRight.REMOVE)) {
            content.add(tag("h2", "Delete"));
            content.add(about(request.layout().form(DeleteEntityAction.NAME), entity)
                    .add(tag("button", "Delete " + entity.kind() + "\u2026").with("type", "submit")));
        }
        return request.layout().page(entity.name(), content);
    }

    /** Returns the result of a query, or empty if this release cannot read the stored options. */
    private static <T> Optional<T> readable(ConcurrencyLimit.StoreQuery<T> query) throws JMSException {
        return ExpectedFailure.emptyOn(ErrorCodes.ENTITY_UNREADABLE, query);
    }

    /** Adds hidden fields that identify the entity to a form. */
    static HtmlElement about(HtmlElement form, ConfigurableEntity entity) {
        return form.add(
                PageLayout.hidden(ConfigurableEntity.KIND, entity.kind()),
                PageLayout.hidden(ConfigurableEntity.NAME, entity.name()));
    }

    private static HtmlElement status(UserRequest request, ConfigurableEntity entity) {
        HtmlElement buttons = tag("div").with("class", "actions");
        for (StatusChangeAction.Transition transition : StatusChangeAction.Transition.values()) {
            buttons.add(tag("button", transition.button())
                    .with("type", "submit")
                    .with("formaction", PageLayout.action(transition.action())));
        }
        return about(request.layout().form(StatusChangeAction.Transition.PAUSE.action()), entity)
                .add(
                        tag("p", "Pause stops deliveries. Disable also rejects sends.")
                                .with("class", "note"),
                        buttons);
    }

    private HtmlPage create(UserRequest request) {
        // The form asks for the name.
        ConfigurableEntity entity =
                ConfigurableEntity.of(admin, request.parameters().required(ConfigurableEntity.KIND), "");
        return request.layout()
                .page(
                        "Create " + entity.kind(),
                        List.of(CreateEntityAction.form(
                                request.layout(),
                                entity,
                                OptionsForm.of(entity.options(), entity.defaults(), Map.of()))));
    }
}
