package dev.restante.servers.console;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Servlet that runs a command of the server and waits until the command ends. The request
 * {@code POST /run?command=undeploy&a=probe} undeploys the probe, for example. A command has up to three arguments,
 * {@code a} to {@code c}. The response contains the status and the output of the command. The HTTP status is 500 if the
 * command fails.
 */
@WebServlet("/run")
public class ServerCommandServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        String[] arguments = Stream.of("a", "b", "c")
                .map(request::getParameter)
                .filter(Objects::nonNull)
                .toArray(String[]::new);
        try {
            answer(run(request.getParameter("command"), arguments), response);
        } catch (ReflectiveOperationException | ExecutionException failure) {
            throw new ServletException(failure);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            throw new ServletException(end);
        }
    }

    /** Runs the command by reflection, because the tests are compiled without server classes. */
    private static Object run(String command, String... arguments)
            throws ReflectiveOperationException, ExecutionException, InterruptedException, ServletException {
        Object micro = Class.forName("fish.payara.micro.PayaraMicro")
                .getMethod("getInstance")
                .invoke(null);
        Object runtime = micro.getClass().getMethod("getRuntime").invoke(micro);
        Method run = Arrays.stream(
                        Class.forName("fish.payara.micro.PayaraMicroRuntime").getMethods())
                .filter(method -> method.getName().equals("run") && method.getParameterCount() == 2)
                .filter(method -> method.getParameterTypes()[0] == String.class)
                .findFirst()
                .orElseThrow();
        // The map contains one result per cluster member. This server is the only member and uses another thread.
        Map<?, ?> results = (Map<?, ?>) run.invoke(runtime, command, arguments);
        if (results.size() != 1) {
            throw new ServletException("Run by " + results.size() + " servers: " + results.keySet());
        }
        return ((Future<?>) results.values().iterator().next()).get();
    }

    private static void answer(Object result, HttpServletResponse response)
            throws IOException, ReflectiveOperationException {
        Class<?> type = Class.forName("fish.payara.micro.ClusterCommandResult");
        String status = String.valueOf(type.getMethod("getExitStatus").invoke(result));
        if (!status.equals("SUCCESS")) {
            response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        }
        response.getWriter()
                .println(status + ": " + type.getMethod("getOutput").invoke(result) + ", cause: "
                        + type.getMethod("getFailureCause").invoke(result));
    }
}
