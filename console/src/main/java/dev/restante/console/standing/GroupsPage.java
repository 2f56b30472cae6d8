package dev.restante.console.standing;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.GroupsAdmin.GroupDescription;
import dev.restante.admin.GroupsAdmin.GroupPage;
import dev.restante.admin.GroupsAdmin.GroupRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.message.BodyText;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The message groups of a queue or subscription, with who has them, and their states. */
public final class GroupsPage implements Section {

    private static final String STATE = "/group-state";
    static final int ROWS = 50;
    private static final List<String> COLUMNS = List.of(
            "Group", "Available", "In flight", "Scheduled", "Deferred", "Kept", "Node", "Locked until", "State");

    private final RestanteAdmin admin;

    /** Of a store. */
    public GroupsPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.GROUPS.path(), Cost.LOOK, EntityTabs.GROUPS.right(), this::show)
                .page(STATE, Cost.LOOK, Right.READ, this::state);
        new GroupsData(admin).routes(routes);
    }

    private Page show(Visit visit) throws JMSException {
        String name = visit.parameters().required("name");
        String after = visit.parameters().has("after") ? visit.parameters().text("after") : null;
        GroupPage page =
                admin.messages(name).groups().list(GroupRequest.first(ROWS).after(after));
        List<Element> rows = new ArrayList<>();
        for (GroupDescription group : page.groups()) {
            String node = group.node();
            rows.add(tag("tr")
                    .with("data-key", group.id())
                    .add(
                            tag("th").with("scope", "row").add(tag("bdi", group.id())),
                            Tables.number(group.available()),
                            Tables.number(group.inFlight()),
                            Tables.number(group.scheduled()),
                            Tables.number(group.deferred()),
                            Tables.cell(group.kept() ? "yes" : "no"),
                            tag("td").add(tag("bdi", node == null ? "" : node)),
                            Tables.cell(Tables.time(group.lockedUntil())),
                            state(visit, name, group)));
        }
        List<Element> content = new ArrayList<>();
        content.add(Tables.table("Message groups", COLUMNS, rows));
        if (page.groups().isEmpty()) {
            content.add(tag("p", "No groups").with("class", "note"));
        }
        if (!page.complete()) {
            content.add(tag(
                            "p",
                            "Of the first " + Tables.count(GroupRequest.DEFAULT_LOOKS)
                                    + " messages of each state: restante queue groups --looks looks at more.")
                    .with("class", "note"));
        }
        String next = page.next();
        if (next != null) {
            content.add(tag("nav")
                    .with("aria-label", "Pages")
                    .with("class", "pager")
                    .add(tag("a", "Next")
                            .with("href", EntityTabs.GROUPS.of(name).with("after", next))));
        }
        return visit.frame()
                .page(
                        name,
                        List.of(
                                EntityTabs.GROUPS.element(name, visit.user()),
                                tag("h2", "Message groups"),
                                Frame.live("groups", content)));
    }

    private static Element state(Visit visit, String name, GroupDescription group) {
        if (!group.hasState()) {
            return Tables.cell(null);
        }
        Url address = Url.to(STATE).with("name", name).with("group", group.id());
        return visit.may(Right.READ)
                ? tag("td").add(tag("a", "show").with("href", address).with("aria-label", "State of " + group.id()))
                : Tables.cell("yes");
    }

    private Page state(Visit visit) throws JMSException {
        Parameters parameters = visit.parameters();
        String name = parameters.required("name");
        String group = parameters.required("group");
        Optional<byte[]> state = admin.messages(name).groups().state(group);
        List<Element> content = new ArrayList<>();
        content.add(EntityTabs.GROUPS.element(name, visit.user()));
        content.add(tag("p").add("Of the group ").add(tag("bdi", group)));
        Element views = tag("nav").with("aria-label", "Views of the state").with("class", "pager");
        for (String view : List.of("hex", "text", "json")) {
            views.add(tag("a", view)
                    .with(
                            "href",
                            Url.to(STATE)
                                    .with("name", name)
                                    .with("group", group)
                                    .with("view", view)));
        }
        if (state.isPresent()) {
            content.add(views);
            content.addAll(BodyText.of(state.get(), parameters.text("view")));
        } else {
            content.add(tag("p", "It has none (any more).").with("class", "note"));
        }
        return visit.frame().page("State of a group", content);
    }
}
