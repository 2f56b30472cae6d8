package dev.restante.console.deadletter;

import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.stream.Stream;

/** API resource with the background redrives. */
final class RedriveJobsResource implements Section {

    private static final JsonSchema JOB = JsonSchema.object("Redrive job")
            .with("id", JsonSchema.string("Id of the job, also for its cancellation"))
            .with("queue", JsonSchema.string("Full name of the dead-letter queue"))
            .withOptional("target", JsonSchema.string("Target queue; missing if each dead letter goes to its source"))
            .withOptional("selector", JsonSchema.string("Selector of the dead letters; missing for all dead letters"))
            .with("selectedCount", JsonSchema.number("Number of selected dead letters; 0 for all"))
            .with("rate", JsonSchema.decimal("Maximum number of messages per second; 0 for no limit"))
            .withOptional("requestedBy", JsonSchema.string("User or process that started the job"))
            .with("startedAt", JsonSchema.dateTime("Start time"))
            .with(
                    "state",
                    JsonSchema.oneOf(
                            "State of the job",
                            Stream.of(RedriveJobDescription.RedriveJobState.values())
                                    .map(RedriveJobDescription.RedriveJobState::name)
                                    .toList()))
            .with(
                    "total",
                    JsonSchema.number(
                            "Number of messages in the queue when the job started, including messages outside the"
                                    + " selection"))
            .with("moved", JsonSchema.number("Number of moved messages"))
            .with("skipped", JsonSchema.number("Number of messages that were read but not moved"))
            .with(
                    "withoutSource",
                    JsonSchema.number(
                            "Number of messages that were not moved because their source is unknown or missing"))
            .with("updatedAt", JsonSchema.dateTime("Time of the last progress report"))
            .withOptional("endedAt", JsonSchema.dateTime("End time"))
            .withOptional("failure", JsonSchema.string("Reason of the failure"));

    private final RestanteAdmin admin;

    RedriveJobsResource(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(ApiResource.of(
                "/redrive-jobs",
                "Redrive jobs that are running or ended in the last week",
                List.of(),
                JsonSchema.object("Jobs").with("jobs", JsonSchema.list("Redrive jobs", JOB)),
                this::jobs));
    }

    private Object jobs(UserRequest request) throws JMSException {
        return new JsonObject()
                .with(
                        "jobs",
                        admin.redriveJobs().list().stream()
                                .map(job -> job(job, request))
                                .toList())
                .asMap();
    }

    private static Object job(RedriveJobDescription job, UserRequest request) {
        return new JsonObject()
                .with("id", String.valueOf(job.id()))
                .with("queue", job.queue())
                .withNonNull("target", job.target())
                .withNonNull("selector", request.may(ConsoleRight.READ) ? job.selector() : null)
                .with("selectedCount", job.sequenceNumbers().size())
                .with("rate", job.messagesPerSecond())
                .withNonNull("requestedBy", job.requestedBy())
                .with("startedAt", job.startedAt())
                .with("state", job.state())
                .with("total", job.total())
                .with("moved", job.moved())
                .with("skipped", job.skipped())
                .with("withoutSource", job.withoutSource())
                .with("updatedAt", job.updatedAt())
                .withNonNull("endedAt", job.endedAt())
                .withNonNull("failure", job.failure())
                .asMap();
    }
}
