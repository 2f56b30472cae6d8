package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.PageLinks;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.List;

/** Page of the background redrives of all nodes and their progress. */
public final class RedriveJobsPage implements Section {

    private static final String PATH = "/jobs";
    static final LocalUrl HERE = LocalUrl.to(PATH);

    private final RestanteAdmin admin;

    public RedriveJobsPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show).navigationEntry("Redrive jobs", PATH).actions(new CancelRedriveJobAction(admin));
        new RedriveJobsResource(admin).routes(routes);
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        List<RedriveJobDescription> jobs = admin.redriveJobs().list();
        HtmlElement table = HtmlTables.table(
                "Redrive jobs in the background",
                List.of(
                        "Started",
                        "Queue",
                        "To",
                        "Selection",
                        "Requested by",
                        "State",
                        "Progress",
                        "Action",
                        "Moved",
                        "Skipped",
                        "Updated"),
                jobs.stream().map(job -> row(request, job)).toList());
        HtmlElement empty =
                tag("p", "No redrive job was started in the last week.").with("class", "note");
        return request.layout()
                .page(
                        "Redrive jobs",
                        List.of(PageLayout.refreshedRegion("jobs", List.of(jobs.isEmpty() ? empty : table))));
    }

    private static HtmlElement row(UserRequest request, RedriveJobDescription job) {
        HtmlElement target = tag("td");
        String to = job.target();
        target.add(to == null ? tag("span", "source of each dead letter") : PageLinks.named(to));
        return tag("tr")
                .with("data-key", String.valueOf(job.id()))
                .add(
                        HtmlTables.cell(HtmlTables.formatTime(job.startedAt())),
                        tag("td").add(PageLinks.named(job.queue())),
                        target,
                        which(request, job),
                        HtmlTables.cell(job.requestedBy()),
                        state(job),
                        progress(job),
                        cancel(request, job),
                        HtmlTables.markAsNumber(job.moved()),
                        HtmlTables.markAsNumber(job.skipped()),
                        HtmlTables.cell(HtmlTables.formatTime(job.updatedAt())));
    }

    private static HtmlElement which(UserRequest request, RedriveJobDescription job) {
        String selector = job.selector();
        String rate = job.messagesPerSecond() == 0 ? "" : ", " + job.messagesPerSecond() + " per second";
        if (selector != null) {
            return request.may(ConsoleRight.READ)
                    ? tag("td").add(tag("code", selector)).add(rate)
                    : HtmlTables.cell("by a selector" + rate);
        }
        int numbers = job.sequenceNumbers().size();
        return HtmlTables.cell((numbers == 0 ? "all" : numbers + " selected") + rate);
    }

    private static HtmlElement state(RedriveJobDescription job) {
        String failure = job.failure();
        return HtmlTables.cell(job.state().name() + (failure == null ? "" : ": " + failure));
    }

    /** Returns the progress: the number of processed messages, relative to the number of messages at the start. */
    private static HtmlElement progress(RedriveJobDescription job) {
        long looked = Math.min(job.total(), job.moved() + job.skipped());
        String text = HtmlTables.formatNumber(looked) + " of " + HtmlTables.formatNumber(job.total());
        return tag("td")
                .add(
                        tag("progress", text)
                                .with("max", String.valueOf(Math.max(1, job.total())))
                                .with("value", String.valueOf(job.total() == 0 ? 1 : looked))
                                .with("aria-label", "Progress of the redrive of " + job.queue()),
                        tag("span", " " + text));
    }

    private static HtmlElement cancel(UserRequest request, RedriveJobDescription job) {
        HtmlElement cell = tag("td");
        if (job.state() != RedriveJobDescription.RedriveJobState.RUNNING || !request.may(ConsoleRight.REPAIR)) {
            return cell;
        }
        return cell.add(request.layout()
                .form(CancelRedriveJobAction.NAME)
                .add(
                        PageLayout.hidden(CancelRedriveJobAction.JOB, String.valueOf(job.id())),
                        tag("button", "Cancel").with("type", "submit")));
    }
}
