package dev.restante.console;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.Routes.PageRoute;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Handler of browser requests, which answers HTML pages. Thread-safe. */
final class PageHandler implements RequestHandler {

    /** Name of the header with which a page refreshes itself. */
    static final String REFRESH = "restante-refresh";

    private static final String ACTIONS = "/actions/";

    private final RequestAdmission admission;
    private final FormReader formReader;
    private final StaticAssets assets = new StaticAssets();

    PageHandler(RequestAdmission admission, FormReader formReader) {
        this.admission = admission;
        this.formReader = formReader;
    }

    @Override
    public ConsoleResponse handle(ConsoleRequest request, String path, ConsoleUser user)
            throws JMSException, IOException {
        return switch (request.method()) {
            case "GET", "HEAD" -> {
                Optional<ConsoleResponse> asset = assets.find(path);
                yield asset.isPresent()
                        ? asset.get()
                        : ResponseFactory.html(render(request, path, user), request.basePath());
            }
            case "POST" -> ResponseFactory.html(runAction(request, path, user), request.basePath());
            default ->
                throw new RequestRejectedException(
                        405, "CONSOLE-METHOD-NOT-ALLOWED", "Only GET, HEAD and POST are allowed.");
        };
    }

    @Override
    public ConsoleResponse failure(ConsoleRequest request, ConsoleUser user, int status, String code, String text) {
        return ResponseFactory.html(frame(user).failure(status, code, text), request.basePath());
    }

    /** Returns the layout of a page outside the navigation for a user. */
    PageLayout frame(ConsoleUser user) {
        return frame(user, "");
    }

    private PageLayout frame(ConsoleUser user, String path) {
        return new PageLayout(
                user.name() + (user.canChange() ? "" : ", read-only"),
                formReader.token(user),
                admission.routes().navigation(path));
    }

    private HtmlPage render(ConsoleRequest request, String path, ConsoleUser user) throws JMSException {
        PageRoute route = admission.routes().page(path).orElseThrow(RequestAdmission::notFound);
        UserRequest userRequest = new UserRequest(
                user,
                frame(user, path),
                RequestParameters.parse(request.query()),
                request.header(REFRESH).isPresent());
        return admission.read(
                user, route.cost(), route.right(), () -> route.renderer().make(userRequest));
    }

    private HtmlPage runAction(ConsoleRequest request, String path, ConsoleUser user) throws JMSException, IOException {
        if (!path.startsWith(ACTIONS)) {
            throw RequestAdmission.notFound();
        }
        ConsoleAction action = admission.action(path.substring(ACTIONS.length()), user);
        RequestParameters form = formReader.readForm(request, user);
        PageLayout layout = frame(user);
        ActionResponse response;
        try {
            response = admission.runAction(action, user, request.client().address(), form);
        } catch (RequestRejectedException e) {
            return rejectedAction(action, e.status(), e.code(), e, layout, form);
        } catch (JMSException e) {
            String code = e.getErrorCode();
            if (code == null || HttpStatusMapping.of(code) >= 500) {
                throw e;
            }
            return rejectedAction(action, HttpStatusMapping.of(code), code, e, layout, form);
        }
        return response instanceof ActionResponse.ConfirmationRequired confirmation
                ? question(action, confirmation.question(), confirmation.key(), layout, form)
                : outcome(((ActionResponse.ActionDone) response).outcome(), layout);
    }

    /** Returns a page with the reason of a rejected action and with its form, filled with the submitted values. */
    private static HtmlPage rejectedAction(
            ConsoleAction action, int status, String code, Exception why, PageLayout layout, RequestParameters form) {
        return layout.failure(status, code, String.valueOf(why.getMessage()), action.prefilledForm(layout, form));
    }

    private static HtmlPage question(
            ConsoleAction action,
            ConfirmationQuestion question,
            String key,
            PageLayout layout,
            RequestParameters form) {
        HtmlElement answer = layout.form(action.name()).add(PageLayout.hidden(ActionRunner.CONFIRMATION_KEY, key));
        form.all().forEach((name, values) -> {
            if (!ActionRunner.INTERNAL_PARAMETERS.contains(name)) {
                values.forEach(value -> answer.add(PageLayout.hidden(name, value)));
            }
        });
        answer.addAll(question.fields());
        answer.add(tag("div")
                .with("class", "actions")
                .add(
                        tag("button", question.confirmLabel()).with("type", "submit"),
                        tag("a", "Cancel").with("href", question.cancelUrl())));
        List<HtmlElement> content = new ArrayList<>(question.text());
        content.add(answer);
        return layout.page(question.title(), content);
    }

    private static HtmlPage outcome(ActionOutcome outcome, PageLayout layout) {
        List<HtmlElement> content = new ArrayList<>(outcome.text());
        content.add(tag("p").add("Back to ").add(outcome.returnLink()));
        return layout.page(outcome.title(), content);
    }
}
