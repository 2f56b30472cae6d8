package dev.restante.console.messagestate;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.GroupsAdmin.GroupDescription;
import dev.restante.admin.GroupsAdmin.GroupPage;
import dev.restante.admin.GroupsAdmin.GroupPageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.message.BodyView;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Page of the message groups of a queue or subscription, with their owners and states. */
public final class GroupsPage implements Section {

    private static final String STATE = "/group-state";
    static final int ROWS = 50;
    private static final List<String> COLUMNS = List.of(
            "Group", "Available", "In flight", "Scheduled", "Deferred", "Assigned", "Node", "Locked until", "State");

    private final RestanteAdmin admin;

    public GroupsPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.GROUPS.path(), RequestCost.CHEAP, EntityTabs.GROUPS.right(), this::show)
                .page(STATE, RequestCost.CHEAP, ConsoleRight.READ, this::state);
        new GroupsResource(admin).routes(routes);
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        String name = request.parameters().required("name");
        String after = request.parameters().has("after") ? request.parameters().text("after") : null;
        GroupPage page =
                admin.messages(name).groups().list(GroupPageRequest.first(ROWS).after(after));
        List<HtmlElement> rows = new ArrayList<>();
        for (GroupDescription group : page.groups()) {
            String node = group.node();
            rows.add(tag("tr")
                    .with("data-key", group.id())
                    .add(
                            tag("th").with("scope", "row").add(tag("bdi", group.id())),
                            HtmlTables.markAsNumber(group.available()),
                            HtmlTables.markAsNumber(group.inFlight()),
                            HtmlTables.markAsNumber(group.scheduled()),
                            HtmlTables.markAsNumber(group.deferred()),
                            HtmlTables.cell(group.assigned() ? "yes" : "no"),
                            tag("td").add(tag("bdi", node == null ? "" : node)),
                            HtmlTables.cell(HtmlTables.formatTime(group.lockedUntil())),
                            state(request, name, group)));
        }
        List<HtmlElement> content = new ArrayList<>();
        content.add(HtmlTables.table("Message groups", COLUMNS, rows));
        if (page.groups().isEmpty()) {
            content.add(tag("p", "No groups").with("class", "note"));
        }
        if (!page.complete()) {
            content.add(tag(
                            "p",
                            "Only the first " + HtmlTables.formatNumber(GroupPageRequest.DEFAULT_SCAN_LIMIT)
                                    + " messages of each state were read. Use restante queue groups --max-reads"
                                    + " to read more.")
                    .with("class", "note"));
        }
        String next = page.next();
        if (next != null) {
            content.add(tag("nav")
                    .with("aria-label", "Pages")
                    .with("class", "pager")
                    .add(tag("a", "Next")
                            .with("href", EntityTabs.GROUPS.url(name).with("after", next))));
        }
        return request.layout()
                .page(
                        name,
                        List.of(
                                EntityTabs.GROUPS.element(name, request.user()),
                                tag("h2", "Message groups"),
                                PageLayout.refreshedRegion("groups", content)));
    }

    private static HtmlElement state(UserRequest request, String name, GroupDescription group) {
        if (!group.hasState()) {
            return HtmlTables.cell(null);
        }
        LocalUrl address = LocalUrl.to(STATE).with("name", name).with("group", group.id());
        return request.may(ConsoleRight.READ)
                ? tag("td").add(tag("a", "show").with("href", address).with("aria-label", "State of " + group.id()))
                : HtmlTables.cell("yes");
    }

    private HtmlPage state(UserRequest request) throws JMSException {
        RequestParameters parameters = request.parameters();
        String name = parameters.required("name");
        String group = parameters.required("group");
        Optional<byte[]> state = admin.messages(name).groups().state(group);
        List<HtmlElement> content = new ArrayList<>();
        content.add(EntityTabs.GROUPS.element(name, request.user()));
        content.add(tag("p").add("Of the group ").add(tag("bdi", group)));
        HtmlElement views = tag("nav").with("aria-label", "Views of the state").with("class", "pager");
        for (String view : List.of("hex", "text", "json")) {
            views.add(tag("a", view)
                    .with(
                            "href",
                            LocalUrl.to(STATE)
                                    .with("name", name)
                                    .with("group", group)
                                    .with("view", view)));
        }
        if (state.isPresent()) {
            content.add(views);
            content.addAll(BodyView.of(state.get(), parameters.text("view")));
        } else {
            content.add(tag("p", "The group has no state.").with("class", "note"));
        }
        return request.layout().page("State of a group", content);
    }
}
