package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Links;
import dev.restante.console.page.Page;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.List;

/** Redrives in the background: how far they have come, whoever works at them. */
public final class JobsPage implements Section {

    private static final String PATH = "/jobs";
    static final Url HERE = Url.to(PATH);

    private final RestanteAdmin admin;

    /** Of a store. */
    public JobsPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show).entry("Jobs", PATH).actions(new CancelJob(admin));
        new JobsData(admin).routes(routes);
    }

    private Page show(Visit visit) throws JMSException {
        List<RedriveJobDescription> jobs = admin.redriveJobs().list();
        Element table = Tables.table(
                "Redrives in the background",
                List.of(
                        "Started",
                        "Queue",
                        "To",
                        "Which",
                        "By",
                        "State",
                        "Progress",
                        "Action",
                        "Moved",
                        "Left",
                        "Told"),
                jobs.stream().map(job -> row(visit, job)).toList());
        Element empty = tag("p", "Nobody has begun a redrive in the background for a week.")
                .with("class", "note");
        return visit.frame().page("Jobs", List.of(Frame.live("jobs", List.of(jobs.isEmpty() ? empty : table))));
    }

    private static Element row(Visit visit, RedriveJobDescription job) {
        Element target = tag("td");
        String to = job.target();
        target.add(to == null ? tag("span", "where each came from") : Links.named(to));
        return tag("tr")
                .with("data-key", String.valueOf(job.id()))
                .add(
                        Tables.cell(Tables.time(job.startedAt())),
                        tag("td").add(Links.named(job.queue())),
                        target,
                        which(visit, job),
                        Tables.cell(job.requestedBy()),
                        state(job),
                        progress(job),
                        cancel(visit, job),
                        Tables.number(job.moved()),
                        Tables.number(job.left()),
                        Tables.cell(Tables.time(job.toldAt())));
    }

    private static Element which(Visit visit, RedriveJobDescription job) {
        String selector = job.selector();
        String rate = job.perSecond() == 0 ? "" : ", " + job.perSecond() + " a second";
        if (selector != null) {
            return visit.may(Right.READ)
                    ? tag("td").add(tag("code", selector)).add(rate)
                    : Tables.cell("by a selector" + rate);
        }
        int numbers = job.sequenceNumbers().size();
        return Tables.cell((numbers == 0 ? "all" : numbers + " selected") + rate);
    }

    private static Element state(RedriveJobDescription job) {
        String failure = job.failure();
        return Tables.cell(job.state().name() + (failure == null ? "" : ": " + failure));
    }

    /** Of those that were there, how many it has looked at. */
    private static Element progress(RedriveJobDescription job) {
        long looked = Math.min(job.total(), job.moved() + job.left());
        String text = Tables.count(looked) + " of " + Tables.count(job.total());
        return tag("td")
                .add(
                        tag("progress", text)
                                .with("max", String.valueOf(Math.max(1, job.total())))
                                .with("value", String.valueOf(job.total() == 0 ? 1 : looked))
                                .with("aria-label", "Progress of the redrive of " + job.queue()),
                        tag("span", " " + text));
    }

    private static Element cancel(Visit visit, RedriveJobDescription job) {
        Element cell = tag("td");
        if (job.state() != RedriveJobDescription.State.RUNNING || !visit.may(Right.REPAIR)) {
            return cell;
        }
        return cell.add(visit.frame()
                .form(CancelJob.NAME)
                .add(
                        Frame.hidden(CancelJob.JOB, String.valueOf(job.id())),
                        tag("button", "Cancel").with("type", "submit")));
    }
}
