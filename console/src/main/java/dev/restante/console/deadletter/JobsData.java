package dev.restante.console.deadletter;

import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.route.Data;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.stream.Stream;

/** The list of redrives in the background, for scripts. */
final class JobsData implements Section {

    private static final Shape JOB = Shape.object("A redrive in the background")
            .with("id", Shape.text("Identifies it, also for its cancellation"))
            .with("queue", Shape.text("The full name of the dead-letter queue"))
            .withOptional("target", Shape.text("Where they go; without it, where each came from"))
            .withOptional("selector", Shape.text("What they must match; without it, all"))
            .with("selected", Shape.number("How many were selected; 0 for all"))
            .with("rate", Shape.fraction("At most so many a second; 0 for as fast as it goes"))
            .withOptional("requestedBy", Shape.text("Who asked for it"))
            .with("startedAt", Shape.time("When it began"))
            .with(
                    "state",
                    Shape.oneOf(
                            "How it stands",
                            Stream.of(RedriveJobDescription.State.values())
                                    .map(RedriveJobDescription.State::name)
                                    .toList()))
            .with("total", Shape.number("How many messages there were when it began, meant or not"))
            .with("moved", Shape.number("How many have moved"))
            .with("left", Shape.number("How many it has looked at and left"))
            .with("withoutSource", Shape.number("How many of these because where they came from is not known or gone"))
            .with("toldAt", Shape.time("When it was told last how far it has come"))
            .withOptional("endedAt", Shape.time("When it ended"))
            .withOptional("failure", Shape.text("Why it can't go on"));

    private final RestanteAdmin admin;

    JobsData(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.data(Data.at(
                "/jobs",
                "Redrives in the background: those that run, and those of the last week",
                List.of(),
                Shape.object("Jobs").with("jobs", Shape.list("All of them", JOB)),
                this::jobs));
    }

    private Object jobs(Visit visit) throws JMSException {
        return new Fields()
                .with(
                        "jobs",
                        admin.redriveJobs().list().stream()
                                .map(job -> job(job, visit))
                                .toList())
                .done();
    }

    private static Object job(RedriveJobDescription job, Visit visit) {
        return new Fields()
                .with("id", String.valueOf(job.id()))
                .with("queue", job.queue())
                .withPresent("target", job.target())
                .withPresent("selector", visit.may(Right.READ) ? job.selector() : null)
                .with("selected", job.sequenceNumbers().size())
                .with("rate", job.perSecond())
                .withPresent("requestedBy", job.requestedBy())
                .with("startedAt", job.startedAt())
                .with("state", job.state())
                .with("total", job.total())
                .with("moved", job.moved())
                .with("left", job.left())
                .with("withoutSource", job.withoutSource())
                .with("toldAt", job.toldAt())
                .withPresent("endedAt", job.endedAt())
                .withPresent("failure", job.failure())
                .done();
    }
}
