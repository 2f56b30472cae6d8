package dev.restante.servers.console;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/** {@code POST /run?command=undeploy&a=probe}: up to three arguments, {@code a} to {@code c}. */
@WebServlet("/run")
public class ConsoleServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        String[] arguments = Stream.of("a", "b", "c")
                .map(request::getParameter)
                .filter(Objects::nonNull)
                .toArray(String[]::new);
        try {
            // By reflection, for the tests are compiled without any server.
            Class<?> micro = Class.forName("fish.payara.micro.PayaraMicroRuntime");
            Object instance = Class.forName("fish.payara.micro.PayaraMicro")
                    .getMethod("getInstance")
                    .invoke(null);
            Object runtime = instance.getClass().getMethod("getRuntime").invoke(instance);
            Method run = Arrays.stream(micro.getMethods())
                    .filter(method -> method.getName().equals("run") && method.getParameterCount() == 2)
                    .filter(method -> method.getParameterTypes()[0] == String.class)
                    .findFirst()
                    .orElseThrow();
            Object result = run.invoke(runtime, request.getParameter("command"), arguments);
            response.getWriter().println(result);
        } catch (ReflectiveOperationException failure) {
            throw new ServletException(failure);
        }
    }
}
