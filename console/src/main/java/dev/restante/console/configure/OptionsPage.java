package dev.restante.console.configure;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicStatistics;
import dev.restante.api.ErrorCodes;
import dev.restante.console.count.Census;
import dev.restante.console.count.Figures;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Links;
import dev.restante.console.page.NameFilter;
import dev.restante.console.page.Page;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Attempt;
import dev.restante.console.route.Capacity;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The options of a queue, subscription or topic, and the forms that change it. */
public final class OptionsPage implements Section {

    private final RestanteAdmin admin;
    private final Figures figures;

    /** Of a store. */
    public OptionsPage(RestanteAdmin admin, Census census) {
        this.admin = admin;
        this.figures = new Figures(admin, census);
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.OPTIONS.path(), this::queue)
                .page(Links.TOPIC, this::topic)
                .page(Links.CREATE, Cost.LOOK, Right.CONFIGURE, this::create)
                .actions(new Create(admin), new Alter(admin), new Delete(admin));
        new OptionsData(admin).routes(routes);
        for (StatusChange.To to : StatusChange.To.values()) {
            routes.actions(new StatusChange(admin, to));
        }
    }

    private Page queue(Visit visit) throws JMSException {
        String name = visit.parameters().required(Target.NAME);
        List<Element> content =
                new ArrayList<>(List.of(EntityTabs.OPTIONS.element(name, visit.user()), figures.of(name)));
        return page(visit, content, new QueueTarget(admin, name));
    }

    private Page topic(Visit visit) throws JMSException {
        String name = visit.parameters().required(Target.NAME);
        TopicTarget topic = new TopicTarget(admin, name);
        TopicStatistics counts = admin.topics().statistics(name);
        Optional<EntityStatus> status =
                readable(() -> admin.topics().topic(name).options().status());
        List<Element> content = new ArrayList<>();
        content.add(new Tables.Facts()
                .with("Status", status.map(EntityStatus::name).orElse(Figures.UNREADABLE))
                .with(
                        "Subscriptions",
                        tag("a", Tables.count(counts.subscriptions()))
                                .with("href", new NameFilter(name).at(Url.to("/subscriptions"))))
                .element());
        return page(visit, content, topic);
    }

    private static Page page(Visit visit, List<Element> content, Target target) throws JMSException {
        Optional<OptionForm> options = readable(target::values).map(values -> OptionForm.of(target.table(), values));
        if (visit.may(Right.CONFIGURE) && options.isPresent()) {
            content.add(tag("h2", "Status"));
            content.add(status(visit, target));
        }
        content.add(tag("h2", "Options"));
        content.add(
                options.map(read -> visit.may(Right.CONFIGURE) ? Alter.form(visit.frame(), target, read) : read.shown())
                        .orElseGet(() -> tag("p", "They can't be read by this release: use the one that wrote them.")
                                .with("role", "alert")));
        if (target.deletable() && visit.may(Right.REMOVE)) {
            content.add(tag("h2", "Delete"));
            content.add(about(visit.frame().form(Delete.NAME), target)
                    .add(tag("button", "Delete " + target.kind() + "\u2026").with("type", "submit")));
        }
        return visit.frame().page(target.name(), content);
    }

    /** Empty where what is stored can't be read by this release: the rest of a page is shown all the same. */
    private static <T> Optional<T> readable(Capacity.Call<T> look) throws JMSException {
        return Attempt.unless(ErrorCodes.ENTITY_UNREADABLE, look);
    }

    /** A form, which tells what it is about. */
    static Element about(Element form, Target target) {
        return form.add(Frame.hidden(Target.KIND, target.kind()), Frame.hidden(Target.NAME, target.name()));
    }

    private static Element status(Visit visit, Target target) {
        Element buttons = tag("div").with("class", "actions");
        for (StatusChange.To to : StatusChange.To.values()) {
            buttons.add(
                    tag("button", to.button()).with("type", "submit").with("formaction", Frame.action(to.action())));
        }
        return about(visit.frame().form(StatusChange.To.PAUSE.action()), target)
                .add(
                        tag("p", "Paused: receivers wait. Disabled: sends are refused, too.")
                                .with("class", "note"),
                        buttons);
    }

    private Page create(Visit visit) {
        // Nobody has that name yet.
        Target target = Target.of(admin, visit.parameters().required(Target.KIND), "");
        return visit.frame()
                .page(
                        "Create " + target.kind(),
                        List.of(Create.form(visit.frame(), target, OptionForm.of(target.table(), target.defaults()))));
    }
}
