-- Of a report, the suggestion that may save most, or nil
return function(report)
  local best
  for _, s in ipairs(report.sections) do
    for _, item in ipairs(s.suggestions or {}) do
      if not best or item.saved > best.saved then best = item end
    end
  end
  return best
end
