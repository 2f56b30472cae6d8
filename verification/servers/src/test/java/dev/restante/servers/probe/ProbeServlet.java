package dev.restante.servers.probe;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Servlet through which the tests call the probe. {@code GET /ready} responds when the application is deployed.
 * {@code POST /work?text=a&queue=q&crashFirst=true&fail=false} calls {@link ProbeWork#run}.
 */
@WebServlet({"/ready", "/work"})
public class ProbeServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient ProbeWork work;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().println("ready");
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try {
            work.run(
                    request.getParameter("text"),
                    request.getParameter("queue"),
                    Boolean.parseBoolean(request.getParameter("crashFirst")),
                    Boolean.parseBoolean(request.getParameter("fail")));
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new ServletException(failure);
        }
        response.getWriter().println("done");
    }
}
